import TodayProtocol

/// The sentence about a group that a process is not entitled to.
enum GroupSentence {
    /// Says what is wrong and how to mend it.
    static func notEntitled(_ process: String, _ group: GroupID) -> String {
        """
        \(process) may not use the group "\(group)": name it under com.apple.security.application-groups in the \
        Entitlements.plist of the app and of the widget, spelt alike, and install the app again.
        """
    }
}
