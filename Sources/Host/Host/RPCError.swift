import DeviceSync
import Fetching
import HostStorage
import JSON
import JSONRPC
import Notifications
import TodayProtocol

extension RPCError {
    /// Translates an error of the host for a process; this is the only place that does so.
    init(_ error: any Error) {
        switch error {
        case let error as RPCError: self = error
        case let error as StoreError: self.init(store: error)
        case let error as NotificationError:
            self.init(error.code == .limitExceeded ? .limitExceeded : .invalidParams, error.message)
        case let error as RecordError: self.init(.recordsFailed, error.message, data: try? JSONValue(encoding: error))
        case let error as FetchFailure: self.init(fetch: error)
        case is CancellationError: self.init(.cancelled, "The request was cancelled.")
        default: self.init(.internalError, Self.unknown)
        }
    }

    /// What a process learns of an error of the host itself.
    static let unknown = "The host could not do it; its log says why."

    private init(store error: StoreError) {
        switch error.code {
        case .limitExceeded, .diskFull: self.init(.limitExceeded, error.message)
        case .invalid: self.init(.invalidParams, error.message)
        case .notFound: self.init(.notFound, error.message)
        default: self.init(.internalError, Self.unknown)
        }
    }

    private init(fetch error: FetchFailure) {
        switch error.code {
        case .notAllowed:
            let data = error.server.map { JSONValue.object(["server": .string($0)]) }
            self.init(.fetchNotAllowed, error.message, data: data)
        case .timedOut: self.init(.fetchTimedOut, error.message)
        case .tooLarge: self.init(.fetchTooLarge, error.message)
        case .badAddress, .badRequest: self.init(.invalidParams, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        default: self.init(.fetchFailed, error.message)
        }
    }
}
