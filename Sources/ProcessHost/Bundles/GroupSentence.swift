package import TodayProtocol

/// The sentence about an app group that a process has no right to: the same at install and at first use.
package enum GroupSentence {
    /// Says what is wrong.
    package static func missing(_ group: GroupID) -> String {
        """
        The app group \(group) is none of this app's: com.apple.security.application-groups in the \
        Entitlements.plist of the app and of the widget must name it, spelt alike.
        """
    }
}
