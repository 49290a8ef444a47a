package import FoundationEssentials

/// What a surface has to know of the passcode.
package struct PasscodeState: Codable, Hashable, Sendable {
    /// Whether there is one.
    package var isSet: Bool
    /// Whether it was given on this surface within the last minute.
    package var isUnlocked: Bool
    /// When the next guess is taken, after wrong ones; none if it is at once.
    package var nextTry: Date?

    /// Describes the passcode.
    package init(isSet: Bool, isUnlocked: Bool, nextTry: Date?) {
        self.isSet = isSet
        self.isUnlocked = isUnlocked
        self.nextTry = nextTry
    }
}
