import Foundation
import Host
import HostStorage
import TodayProtocol

extension StubHost {
    func answerStoredValueRequests() {
        answer(GetDefaultsRequest.self) { request, state in
            (state.defaults[request.group] ?? [:]).filter { request.key == nil || $0.key == request.key }
        }
        answer(SetDefaultRequest.self) { $1.defaults[$0.group, default: [:]][$0.key] = $0.value }
        answer(GetSettingRequest.self) { $1.settings[$0.name] }
        answer(SetSettingRequest.self) { $1.settings[$0.name] = $0.value }
        answer(ChangeSessionRequest.self) { $1.sessions[$0.tokenHash] = $0.change == .end ? nil : Date() }
        answer(ListSessionsRequest.self) { _, state in
            state.sessions.sorted { $0.key < $1.key }.map {
                WebSession(tokenHash: $0.key, created: $0.value, lastSeen: $0.value, browser: "Firefox, Linux")
            }
        }
        answer(GetStorageUsageRequest.self) { _, _ in 12_345_678 }
        answer(GetSessionLastSeenRequest.self) { $1.sessions[$0.tokenHash] }
    }
}
