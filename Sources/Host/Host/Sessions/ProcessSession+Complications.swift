import HostStorage
import JSONRPC
import TodayProtocol

/// `complication/set`.
extension ProcessSession {
    static func setComplication(
        _ request: ComplicationSetRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        let app = session.rights.app
        guard let complication = request.complication else { return SessionChange([.complication(.remove(app))]) }
        // Checked here, so that a refused complication does not fail the transaction that it would belong to.
        do throws(StoreError) { try ComplicationLimits.check(complication) } catch { throw RPCError(store: error) }
        return SessionChange([.complication(.set(app, complication))])
    }
}
