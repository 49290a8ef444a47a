/// How a command ended, as the shell sees it.
package enum ExitStatus: Int32, Hashable, Sendable {
    /// It did what was asked.
    case success = 0
    /// It could not; a sentence on standard error says why.
    case failure = 1
    /// The arguments make no sense.
    case usage = 2
    /// The person has to agree first or to give the passcode, and nobody could be asked.
    case consentNeeded = 3
    /// No host runs on the state folder.
    case notRunning = 4
    /// It waited for the person's answer, and none came.
    case unanswered = 5
}
