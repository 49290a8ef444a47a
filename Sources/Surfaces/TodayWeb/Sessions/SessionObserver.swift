import HostModel
import Logging

/// Ends the streams of a device once it is signed out or its rights change, on whichever surface the person does that.
struct SessionObserver: Sendable {
    let host: any HostAccess
    let streams: StreamLimiter
    let logger: Logger

    /// Follows the changes of devices until its task is cancelled, and records devices with an open page as seen.
    func run(clock: some Clock<Duration> = ContinuousClock()) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await follow() }
            group.addTask { await noteOpenPages(clock) }
        }
    }

    private func follow() async {
        for await _ in host.sessionEvents() {
            do throws(HostError) {
                let sessions = try await host.send(ListSessionsRequest())
                streams.endAll(except: Dictionary(uniqueKeysWithValues: sessions.map { ($0.tokenHash, $0.rights) }))
            } catch {
                logger.error("The devices cannot be read", metadata: ["error": "\(error.message)"])
            }
        }
    }

    /// Records devices as seen whose pages are open, but make no requests.
    private func noteOpenPages(_ clock: some Clock<Duration>) async {
        while (try? await clock.sleep(for: .seconds(Sessions.freshness))) != nil {
            for session in streams.sessions {
                do throws(HostError) {
                    try await host.send(ChangeSessionRequest(.touch, tokenHash: session))
                } catch {
                    logger.error("A device cannot be recorded as seen", metadata: ["error": "\(error.message)"])
                }
            }
        }
    }
}
