import AsyncPrimitives
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// Synchronizes the inboxes, and fetches bodies beside them.
extension CloudSession {
    func runInboxSync() async throws {
        var backoff = Backoff.cloud
        while true {
            let round = refresh.begin()
            do {
                try await syncInboxes(all: round.isAwaited)
                refresh.finish(round, .success(()))
                backoff = Backoff.cloud
                bodyWork.raise()
                await inboxWork.wait()
                try Task.checkCancellation()
            } catch let error as CloudFailure {
                refresh.finish(round, .failure(error))
                // The bodies of other inboxes are fetched all the same.
                bodyWork.raise()
                try Task.checkCancellation()
                if error.code == .unauthorized { throw error }
                dependencies.logger.info("The inboxes cannot be synchronized", metadata: ["reason": "\(error.message)"])
                let retryAfter = error.retryAfter.map { Duration.seconds($0) }
                try await dependencies.clock.pause(
                    for: backoff.next(jitter: dependencies.jitter(), retryAfter: retryAfter),
                    or: inboxWork
                )
            }
        }
    }

    func runBodyFetcher() async throws {
        let fetcher = BodyFetcher(dependencies: dependencies, inboxes: inboxes, work: bodyWork) { [self] app in
            state.withLock { _ = $0.forced.insert(app) }
            inboxWork.raise()
        }
        try await fetcher.run()
    }

    /// Synchronizes every inbox; a malformed or too large answer for one does not stop the others.
    private func syncInboxes(all: Bool) async throws {
        let (channels, stale) = try await dependencies.store.read {
            (try $0.cloudChannels(), Set(try $0.staleInboxes()))
        }
        let requested = fetchRequests.removeAll()
        var forced = state.withLock { state in
            defer { (state.forced, state.wantsAll) = ([], false) }
            return state.wantsAll || all ? Set(channels.map(\.app)) : state.forced.union(requested)
        }
        var failure: CloudFailure?
        for channel in channels {
            let app = channel.app
            do {
                try await syncRenewingCredentials(channel, fetchesList: stale.contains(app) || forced.contains(app))
                forced.remove(app)
            } catch let error as CloudFailure {
                failure = error
                if error.code != .malformed, error.code != .tooLarge { break }
            }
        }
        if let failure {
            state.withLock { [forced] in $0.forced.formUnion(forced) }
            throw failure
        }
    }

    private func syncRenewingCredentials(_ channel: CloudChannel, fetchesList: Bool) async throws {
        do {
            try await sync(channel, fetchesList: fetchesList)
        } catch let error as CloudFailure where error.code == .unauthorized {
            // Another registration has replaced the password. If the cloud no longer knows the host, this throws so.
            registrations.record(channel.app, nil)
            try await register()
            guard let renewed = try await dependencies.store.read({ try $0.cloudChannel(of: channel.app) }) else {
                return
            }
            do {
                try await sync(renewed, fetchesList: true)
            } catch let error as CloudFailure where error.code == .unauthorized {
                throw CloudFailure(.unavailable, "the cloud does not open the inbox of \(renewed.app).", cause: error)
            }
        }
    }

    private func sync(_ channel: CloudChannel, fetchesList: Bool) async throws {
        try await inboxes.uploadChanges(of: channel)
        guard fetchesList else { return }
        try await inboxes.fetchList(of: channel)
        bodyWork.raise()
    }
}
