package import DeviceSync
package import TodayProtocol

extension TodayHost {
    package func messages(of app: AppID?, after: MessageID?, limit: Int, matching: String?) async throws(HostError)
        -> MessagePage
    { throw .noMessages }
    package func message(_ id: MessageID, of app: AppID) async throws(HostError) -> ShownMessage? { throw .noMessages }
    package func messageBody(_ id: MessageID, of app: AppID) async throws(HostError) -> MessageBodyFile { throw .noMessages }
    package func messageImage(_ name: String, of id: MessageID, of app: AppID) async throws(HostError)
        -> (mediaType: String, bytes: [UInt8])
    { throw .noMessages }
    package func setRead(_ isRead: Bool, _ ids: [MessageID], of app: AppID) async throws(HostError) { throw .noMessages }
    package func deleteMessages(_ ids: [MessageID], of app: AppID) async throws(HostError) { throw .noMessages }
    package func refreshMessages() async throws(HostError) { throw .noMessages }
    package func cloudStatus() async throws(HostError) -> CloudStatus { .notLinked }
    package func link(url: String, token: String, name: String?, isInsecure: Bool) async throws(HostError) -> CloudStatus {
        throw .noMessages
    }
    package func unlink() async throws(HostError) { throw .noMessages }
    package func topics() async throws(HostError) -> [String] { throw .noMessages }
    package func setTopic(_ name: String, subscribed: Bool) async throws(HostError) { throw .noMessages }
    package func senderKeys(of app: AppID?) async throws(HostError) -> SenderKeys { throw .noMessages }
}

extension HostError {
    fileprivate static var noMessages: HostError { HostError(.stateUnavailable, "Messages come with the next commit.") }
}
