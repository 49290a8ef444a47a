import JSONRPC
import TodayProtocol

/// `system/status`.
extension ProcessSession {
    static func systemStatus(
        _ request: SystemStatusRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        do throws(SystemStatusReader.Failure) {
            incoming.reply(try session.services.systemStatus.read())
        } catch {
            throw RPCError(.internalError, "The state of this computer cannot be read: \(error.file).")
        }
    }
}
