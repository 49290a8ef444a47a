import Foundation
import HostClock
import HostModel
import HostStorage
import JSONRPC
import TodayProtocol

/// `location/get` and `system/status`.
extension ProcessSession {
    func location(_ request: LocationGetRequest, _ incoming: IncomingRequest) throws {
        if let age = request.maximumAge, !age.isFinite || age < 0 {
            throw RPCError(.invalidParams, "location/get: maximumAge is a number of seconds from 0.")
        }
        let now = services.clock.now
        services.store.enqueueRead {
            try $0.knownLocation()
        } completion: { result in
            // The person may have revoked the right since.
            guard let granted = self.rights.location else {
                return incoming.fail(self.refusal(of: .location, otherwise: "The right is gone."))
            }
            switch result {
            case .failure(let error): incoming.fail(RPCError(error))
            case .success(let known):
                guard let known else { return incoming.fail(RPCError(.locationUnknown, LocationMessage.unknown)) }
                // The clock may have been set back.
                let age = max(0, now.timeIntervalSince(known.date))
                if let maximumAge = request.maximumAge, age > maximumAge {
                    return incoming.fail(RPCError(.locationUnknown, LocationMessage.tooOld(age)))
                }
                let location = known.granted(granted)
                incoming.reply(
                    LocationGetRequest.Reply(
                        latitude: location.latitude,
                        longitude: location.longitude,
                        accuracy: location.accuracy,
                        date: location.date,
                        age: age,
                        granted: granted
                    )
                )
            }
        }
    }

    func systemStatus(_ request: SystemStatusRequest, _ incoming: IncomingRequest) throws {
        do throws(SystemStatusReader.Failure) {
            incoming.reply(try services.systemStatus.read())
        } catch {
            throw RPCError(.internalError, "The state of this computer cannot be read: \(error.file).")
        }
    }
}

enum LocationMessage {
    private static let remedy = "Switch on Location in Settings, or enter it with “today location”."
    static let unknown = "Today does not know where you are. \(remedy)"

    static func tooOld(_ age: Double) -> String {
        let hours = Int(min(age, 1e9) / 3600)
        let text = hours < 1 ? "less than an hour" : hours == 1 ? "an hour" : "\(hours) hours"
        return "Where you were is known, but that was \(text) ago. \(remedy)"
    }
}
