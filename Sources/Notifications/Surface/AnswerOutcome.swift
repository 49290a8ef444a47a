/// What became of a person's answer to a notification.
package enum AnswerOutcome: Codable, Hashable, Sendable {
    /// It is on disk, and the app does it; or it is done, if the surface waited.
    case done
    /// It is on disk, and this address is to be opened where the person is.
    case open(url: String)
    /// Somebody answered, dismissed or replaced the notification before; nothing was done.
    case gone
    /// The surface waited, and the app failed; the sentence is for the person.
    case failed(reason: String)
}
