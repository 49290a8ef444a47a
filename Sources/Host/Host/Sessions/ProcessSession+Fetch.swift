import Fetching
import Foundation
import HostModel
import JSONRPC
import TodayProtocol

/// `http/fetch`.
extension ProcessSession {
    static let bodyLimit = 512 << 10
    private static let fetchTime = Duration.milliseconds(1)

    func fetch(_ request: HTTPFetchRequest, _ incoming: IncomingRequest) throws {
        let rights = rights
        let methods = FetchRequest.methodsOfProcesses
        guard let method = FetchRequest.Method(rawValue: request.method ?? "GET"), methods.contains(method) else {
            let names = methods.map(\.rawValue).joined(separator: ", ")
            throw RPCError(.invalidParams, "http/fetch: method is one of \(names), not \(request.method ?? "").")
        }
        var fetch = FetchRequest(url: request.url)
        fetch.method = method
        fetch.headers = request.headers ?? [:]
        fetch.body = Array(request.body ?? Data())
        fetch.maximumAge = request.maximumAge
        fetch.maximumBytes = Self.bodyLimit
        let policy = FetchPolicy(
            appName: rights.title,
            declaredHosts: rights.declaredHosts,
            allowedHosts: services.allowedHosts(rights.app)
        )
        incoming.charge(Self.fetchTime)
        startJob(for: incoming) { [fetch] in
            do throws(FetchFailure) {
                let answer = try await self.services.fetcher.fetch(fetch, for: rights.app, policy: policy)
                incoming.charging {
                    incoming.reply(
                        HTTPFetchRequest.Reply(
                            status: answer.status,
                            headers: answer.headers,
                            body: Data(answer.body),
                            age: answer.age
                        )
                    )
                }
            } catch {
                let revoked = error.code == .notAllowed ? rights.revokedHost(of: fetch.url) : nil
                let text = revoked.map { RevokedRightMessage.text($0, of: rights.app) } ?? error.text
                self.rememberError(text)
                let failure = revoked == nil ? RPCError(error) : RPCError(.fetchNotAllowed, text.english)
                if error.code == .notAllowed { self.auditDenial(of: HTTPFetchRequest.method, failure) }
                incoming.fail(failure)
            }
        }
    }
}

extension ProcessRights {
    fileprivate func revokedHost(of url: String) -> AppRightID? {
        guard let address = try? FetchAddress(url) else { return nil }
        let name = address.host.contains(":") ? "[\(address.host)]" : address.host
        return [.host(name), .host("\(name):\(address.port)")].first(where: revoked.contains)
    }
}
