import Fetching
import JSONRPC
import TodayProtocol

/// `http/fetch`.
extension ProcessSession {
    static func fetch(
        _ request: HTTPFetchRequest, _ incoming: IncomingRequest, _ session: ProcessSession
    ) throws(RPCError) {
    }
}
