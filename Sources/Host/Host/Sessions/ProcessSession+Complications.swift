import HostStorage
import JSONRPC
import TodayProtocol

/// `complication/set`.
extension ProcessSession {
    func setComplication(_ request: ComplicationSetRequest) throws -> SessionChange<EmptyReply> {
        let app = rights.app
        guard let complication = request.complication else { return SessionChange(.complication(.remove(app))) }
        // Checked here, so that a refused complication does not fail the transaction that it would belong to.
        try ComplicationLimits.check(complication)
        return SessionChange(.complication(.set(app, complication)))
    }
}
