import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import Synchronization
import TodayProtocol

extension CloudSession {
    func runInboxSync() async throws {
        var backoff = Backoff.cloud
        while true {
            let round = parts.refreshes.begin()
            var fetched: Set<AppID> = []
            do {
                try await syncInboxes(all: round.isAwaited, fetched: &fetched)
                parts.refreshes.finish(round, .success(()), fetched: fetched)
                backoff = Backoff.cloud
                bodyWork.raise()
                await parts.inboxWork.wait()
                try Task.checkCancellation()
            } catch let error as CloudFailure {
                parts.refreshes.finish(round, .failure(error), fetched: fetched)
                // The bodies in other inboxes are fetched nevertheless.
                bodyWork.raise()
                try Task.checkCancellation()
                if error.code == .unauthorized { throw error }
                dependencies.logger.info("The inboxes cannot be synchronized", metadata: ["reason": "\(error.message)"])
                try await dependencies.pause(after: error, &backoff, or: parts.inboxWork)
            }
        }
    }

    func runBodyFetcher() async throws {
        let fetcher = BodyFetcher(dependencies: dependencies, inboxes: inboxes, work: bodyWork) { [self] app in
            state.withLock { _ = $0.forced.insert(app) }
            parts.inboxWork.raise()
        }
        try await fetcher.run()
    }

    /// Synchronizes every inbox; a malformed or too large response for one does not stop the others.
    ///
    /// With `all`, it fetches every list, stale or not. The apps whose lists were fetched are added to `fetched` even
    /// if this throws.
    private func syncInboxes(all: Bool, fetched: inout Set<AppID>) async throws {
        let (channels, stale) = try await dependencies.store.read {
            (try $0.cloudChannels(), Set(try $0.staleInboxes()))
        }
        let requested = parts.fetchRequests.removeAll()
        var forced = state.withLock { state in
            defer { (state.forced, state.wantsAll) = ([], false) }
            return state.wantsAll || all ? Set(channels.map(\.app)) : state.forced.union(requested)
        }
        var failure: CloudFailure?
        for channel in channels {
            let app = channel.app
            do {
                let fetchesList = stale.contains(app) || forced.contains(app)
                let isFetched = try await syncRenewingCredentials(channel, fetchesList: fetchesList)
                if isFetched { fetched.insert(app) }
                forced.remove(app)
            } catch let error as CloudFailure {
                failure = error
                if error.code != .malformed, error.code != .tooLarge { break }
            }
        }
        do { try await reportAnswers() } catch let error as CloudFailure { failure = failure ?? error }
        if let failure {
            state.withLock { [forced] in $0.forced.formUnion(forced) }
            throw failure
        }
    }

    /// Reports the pushes answered on this device, so that they disappear from others; a refused report counts as sent.
    private func reportAnswers() async throws {
        while true {
            let answers = try await dependencies.store.read { try $0.unsentPushAnswers(limit: DeviceAPI.answerLimit) }
            guard let app = answers.first?.app else { return }
            let sent = answers.filter { $0.app == app }
            do throws(CloudFailure) {
                try await api.reportAnswered(sent.map(\.push), of: app)
            } catch {
                guard [.refused, .notFound, .forbidden].contains(error.code) else { throw error }
                let metadata: Logger.Metadata = ["app": "\(app)", "reason": "\(error.message)"]
                dependencies.logger.notice("The cloud does not take that pushes were answered", metadata: metadata)
            }
            try await dependencies.store.commit(.cloud(.pushAnswersSent(sent)))
        }
    }

    /// Synchronizes an inbox, with new credentials if the password is wrong; returns `true` if the list was fetched.
    private func syncRenewingCredentials(_ channel: CloudChannel, fetchesList: Bool) async throws -> Bool {
        do {
            try await sync(channel, fetchesList: fetchesList)
            return fetchesList
        } catch let error as CloudFailure where error.code == .unauthorized {
            // Another registration has replaced the password. If the cloud no longer knows the host, this throws.
            parts.registrations.record(channel.app, nil)
            try await register()
            guard let renewed = try await dependencies.store.read({ try $0.cloudChannel(of: channel.app) }) else {
                return false
            }
            do {
                try await sync(renewed, fetchesList: true)
                return true
            } catch let error as CloudFailure where error.code == .unauthorized {
                let app = "\(renewed.app)"
                let phrase = LocalizableText.cloudRefusedInboxPhrase(app)
                throw CloudFailure(.unavailable, .cloudRefusedInbox(app), phrase: phrase, cause: error)
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
