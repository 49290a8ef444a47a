import JSONRPC
import TodayProtocol

/// `system/status`.
extension ProcessSession {
    func systemStatus(_ request: SystemStatusRequest, _ incoming: IncomingRequest) throws {
        do throws(SystemStatusReader.Failure) {
            incoming.reply(try services.systemStatus.read())
        } catch {
            throw RPCError(.internalError, "The state of this computer cannot be read: \(error.file).")
        }
    }
}
