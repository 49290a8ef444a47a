import AsyncPrimitives
import DeviceSync
import Fetching
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import ProcessHost
import TodayProtocol
import TodayScreen

/// Composes the parts that handle messages and the link to the cloud, and serves the requests of surfaces.
struct MessageService: HostPart {
    let link: DeviceLink
    let localCloud: LocalCloudHolder
    private let joiner: LocalCloudJoiner
    private let services: HostDependencies
    private let expiry: MessageExpiry
    private let transport = HTTPTransport()

    private var store: DurableStore { services.durable }
    private var files: MessageFiles { services.store.messageFiles }
    private var registry: AppRegistry { services.registry }
    private var language: String { services.language }

    init(_ services: HostDependencies) {
        self.services = services
        let (durable, registry, clock) = (services.durable, services.registry, services.clock)
        let language = services.language
        let localCloud = LocalCloudHolder(logger: services.logger)
        self.localCloud = localCloud
        link = DeviceLink(
            dependencies: DeviceLinkDependencies(
                store: durable,
                files: services.store.messageFiles,
                transport: transport,
                channels: AppChannels {
                    try await Self.registrations(registry, durable, clock, language)
                } prepare: {
                    await localCloud.prepare($0)
                },
                appInfo: { registry.app($0).flatMap { Self.appInfo($0, language) } },
                recordApps: { container in
                    registry.all.filter { $0.containers.contains(container) }
                        .map { RecordAppInfo(app: $0.id, title: $0.title.text(in: language)) }
                },
                keepsRecords: { registry.app($0)?.containers.isEmpty == false },
                awaitRecordApps: { [processing = services.processing] container in
                    let apps = registry.all.filter { $0.containers.contains(container) }.map(\.id)
                    await processing.queue.waitUntilIdle(apps)
                },
                isAppsAddress: { registry.app(opening: $0) != nil },
                fetchImage: { [images = services.images] url throws(FetchFailure) in
                    try await images.image(at: url, for: .message)
                },
                now: { clock.now },
                logger: services.logger
            )
        ) { [screen = services.screen] status in
            screen.setNotices([status.notice].compactMap(\.self))
            if status.isLocal, status.state == .unregistered { localCloud.changed.raise() }
        }
        joiner = LocalCloudJoiner(store: durable, link: link, localCloud: localCloud, logger: services.logger)
        expiry = MessageExpiry(store: durable, clock: clock, logger: services.logger) { [link] in
            // The cloud delivers by the person's local time.
            link.installedAppsDidChange()
        }
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.link.run() }
            group.addTask { await self.joiner.run() }
            group.addTask { await self.expiry.run() }
            group.addTask { await self.files.run(on: self.store) }
            group.addTask {
                for await app in self.services.inboxRefreshes.elements
                where self.registry.app(app)?.mayReceivePushes ?? false {
                    self.link.requestFetch(of: app)
                }
            }
        }
        await transport.close()
    }

    func didCommit(_ commit: Commit) {
        for case .authorization in commit.changes { return link.installedAppsDidChange() }
    }

    func appsDidChange(_ registry: AppRegistry) { link.installedAppsDidChange() }

    // MARK: - Requests of surfaces

    func page(of app: AppID?, after: MessageID?, limit: Int, matching: String?) async throws -> MessagePage {
        let read = { @Sendable (reader: DurableReader) in
            try reader.messages(of: app, after: after, limit: limit, matching: matching)
        }
        let page = matching == nil ? try await store.read(read) : try await store.search(read)
        return MessagePage(
            messages: page.entries.map { shown($0.message, of: $0.app) },
            next: page.next,
            unread: page.unread
        )
    }

    func message(_ id: MessageID, of app: AppID) async throws -> ShownMessage? {
        try await store.read { try $0.message(id, of: app) }.map { shown($0, of: app) }
    }

    func find(_ ids: [MessageID], of app: AppID?) async throws -> [MessageReference] {
        var seen: Set<MessageID> = []
        return try zip(ids, try await places(of: ids, in: app, areHeld: false)).compactMap { id, places in
            try Self.only(of: places, beginning: id)
        }.filter { seen.insert($0.id).inserted }
    }

    func restore(_ ids: [MessageID], of app: AppID?) async throws {
        let held = try zip(ids, try await places(of: ids, in: app, areHeld: true)).map { id, places in
            guard let place = try Self.only(of: places, beginning: id) else {
                throw HostError(.notFound, "The message \(id) cannot be returned: it is not deleted, or it is gone.")
            }
            return place
        }
        try await change(held) { .restore($0, $1) }
    }

    /// Returns for each id, or prefix of one, the messages that it may mean, or those whose deletion is held.
    private func places(
        of ids: [MessageID],
        in app: AppID?,
        areHeld: Bool
    ) async throws(StoreError) -> [[MessageReference]] {
        let apps = app.map { [$0] } ?? registry.all.map(\.id)
        return try await store.read { reader in
            try ids.map { id in
                let exact = try apps.first { app in
                    areHeld ? try reader.isDeletionHeld(of: id, in: app) : try reader.message(id, of: app) != nil
                }
                if let exact { return [MessageReference(app: exact, id: id)] }
                guard IDPrefix.isUsable(id.rawValue) else { return [] }
                return try apps.flatMap { app in
                    try reader.messageIDs(beginning: id.rawValue, of: app)
                        .filter { areHeld ? try reader.isDeletionHeld(of: $0, in: app) : true }
                        .map { MessageReference(app: app, id: $0) }
                }
            }
        }
    }

    private static func only(of places: [MessageReference], beginning id: MessageID) throws -> MessageReference? {
        _ = try IDPrefix.only(of: Set(places.map(\.id.rawValue)).sorted(), beginning: id.rawValue)
        return places.first
    }

    func change(_ messages: [MessageReference], _ operation: (AppID, [MessageID]) -> MessageOperation) async throws {
        let apps = Dictionary(grouping: messages, by: \.app).sorted { $0.key < $1.key }
        let operations = apps.map { StoreOperation.message(operation($0.key, $0.value.map(\.id))) }
        try await store.commit(StoreTransaction(operations, origin: .person))
    }

    func body(of id: MessageID, of app: AppID) async throws -> SanitizedMessageBody {
        guard let message = try await store.read({ try $0.message(id, of: app) }) else {
            throw HostError(.notFound, .messageGone)
        }
        if message.hasBody, let html = try await files.html(of: id, in: app) {
            let text = try await files.text(of: id, in: app) ?? ""
            return SanitizedMessageBody(html: String(decoding: html, as: UTF8.self), text: text)
        }
        if message.hasBody {
            // The file was removed; the body is fetched again.
            let lost = StoreOperation.message(.bodyFailed(app, id, reason: .bodyFileGone))
            try await store.commit(lost)
        } else {
            try await link.requestBody(of: id, in: app)
        }
        throw HostError(.notFound, .bodyNotHereYet(String(message.title.prefix(100))))
    }

    func image(_ name: String, of id: MessageID, of app: AppID) async throws -> (mediaType: String, bytes: [UInt8]) {
        guard let bytes = try await files.image(name, of: id, in: app), let format = ImageFormat(of: bytes) else {
            throw HostError(.notFound, .noSuchPicture)
        }
        return (format.mediaType, bytes)
    }

    func send(_ message: OutgoingMessage, to app: AppID?) async throws -> SentMessage {
        let keys = try await keys(of: app)
        let sender = CloudSender(url: keys.url, appKey: keys.appKey, masterSecret: keys.masterSecret)
        return try await sender.send(message, over: transport)
    }

    func keys(of app: AppID?) async throws -> SenderKeys {
        guard let cloud = localCloud.current else {
            throw HostError(
                .notFound,
                "No cloud runs inside this host; send with the keys of the one that it has joined."
            )
        }
        if let app {
            let installed = try registry.requireApp(app)
            guard installed.mayReceivePushes else {
                throw HostError(.invalid, "\(installed.title.text(in: language)) takes no messages: it has no inbox.")
            }
            return try await cloud.keys(app)
        }
        let apps = registry.all.filter(\.mayReceivePushes).map(\.id)
        guard let first = apps.first else {
            throw HostError(.notFound, "No app that takes messages is installed; install Messages, and send again.")
        }
        let keys = try await cloud.keys(nil)
        return apps.contains(keys.app) ? keys : try await cloud.keys(first)
    }

    private func shown(_ message: Message, of app: AppID) -> ShownMessage {
        ShownMessage(
            app: app,
            appTitle: registry.app(app)?.title.text(in: language) ?? app.rawValue,
            message: message
        )
    }

    // MARK: - Requests of the link

    private static func appInfo(_ app: HostedApp, _ language: String) -> PushAppInfo? {
        guard app.mayReceivePushes else { return nil }
        return PushAppInfo(title: app.title.text(in: language), schemes: app.manifest.urlSchemes)
    }

    static func registrations(
        _ registry: AppRegistry,
        _ store: DurableStore,
        _ clock: any WallClock,
        _ language: String
    ) async throws(StoreError) -> [AppID: ChannelRegistration] {
        // An app whose pushes the person has revoked stays registered, since its inbox would otherwise be lost.
        let apps = registry.all.filter(\.hasInbox).map(\.id)
        let revoked = Set(apps.filter { !(registry.app($0)?.mayReceivePushes ?? false) })
        let denied = try await store.read { reader in
            Set(try apps.filter { try reader.notificationSettings(of: $0).authorization == .denied })
        }.union(revoked)
        return apps.reduce(into: [:]) { registrations, app in
            registrations[app] = ChannelRegistration(
                isOptedIn: !denied.contains(app),
                zone: clock.zone.identifier,
                language: language
            )
        }
    }
}
