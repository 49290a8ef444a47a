package import DeviceSync
package import Host
package import TodayProtocol

/// What surfaces and the command line ask of the host about messages, topics and the cloud.
///
/// ``Host/TodayHost`` has the contract of each function.
package protocol MessageFacade: Sendable {
    /// A page of the messages of an app, or of all apps, the newest first.
    func messages(of app: AppID?, after: MessageID?, limit: Int, matching: String?) async throws(HostError)
        -> MessagePage
    /// One message; none if it is unknown, deleted or expired.
    func message(_ id: MessageID, of app: AppID) async throws(HostError) -> ShownMessage?
    /// The body of a message, from this device.
    func messageBody(_ id: MessageID, of app: AppID) async throws(HostError) -> MessageBodyFile
    /// A picture that the body of a message shows, from this device.
    func messageImage(_ name: String, of id: MessageID, of app: AppID) async throws(HostError)
        -> (mediaType: String, bytes: [UInt8])
    /// Finds messages by their ids, in the inbox of an app or of any.
    func findMessages(_ ids: [MessageID], of app: AppID?) async throws(HostError) -> [MessagePlace]
    /// Marks messages as read or unread, at once here and later on the person's other devices.
    func setRead(_ isRead: Bool, _ messages: [MessagePlace]) async throws(HostError)
    /// Deletes messages, at once here and later on the person's other devices.
    func deleteMessages(_ messages: [MessagePlace]) async throws(HostError)
    /// Asks the cloud for the inboxes, and waits until they are here or it failed.
    func refreshMessages() async throws(HostError)
    /// How the host stands with its cloud.
    func cloudStatus() async throws(HostError) -> CloudStatus
    /// Joins a cloud with a one-time token, in place of the one before.
    func link(url: String, token: String, name: String?, isInsecure: Bool) async throws(HostError) -> CloudStatus
    /// Leaves the cloud.
    func unlink() async throws(HostError)
    /// The topics that the person's devices are subscribed to, by name.
    func topics() async throws(HostError) -> [String]
    /// Subscribes the person's devices to a topic, or no longer.
    func setTopic(_ name: String, subscribed: Bool) async throws(HostError)
    /// What it takes to send to an app through the cloud that runs inside the host; of the first app without one.
    func senderKeys(of app: AppID?) async throws(HostError) -> SenderKeys
}
