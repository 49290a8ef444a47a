/// Changes what people did with notifications.
package enum ResponseOperation: Hashable, Sendable {
    /// Answers a delivered notification: it is withdrawn, and its app is to be asked, in one commit. The first answer
    /// wins: `unchanged` if the notification is no longer there.
    case respond(DeliveredID, id: String, action: String, text: String?)
    /// Withdraws a delivered notification without telling its app; `unchanged` if it is no longer there.
    case dismiss(DeliveredID)
    /// Notes that the app acknowledged a response; refused with `alreadyFinished` if it is not pending.
    case acknowledge(String)
    /// Gives a pending response up.
    case fail(String, reason: String)
    /// Makes a failed response pending again.
    case retry(String)
    /// Forgets a failed response.
    case discard(String)
}
