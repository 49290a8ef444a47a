import Foundation
import HostClock
import HostStore
import Logging
import Notifications
import ProcessHost
import TodayProtocol
import TodayScreen

/// The host's parts that have to do with notifications.
final class HostNotifications: Sendable {
    /// How long an app in front may take to say how a notification shows.
    static let presentTime = Duration.seconds(2)

    let shelf: NotificationShelf
    let followers: NotificationFollowers
    let lock: PasscodeLock
    let desk: NotificationDesk
    let scripts: ScriptsDesk
    private let scheduler: NotificationScheduler
    private let queue: ResponseQueue
    private let texts: BundleTexts

    init(
        store: PromiseStore,
        registry: AppRegistry,
        screen: Screen,
        wishes: ScreenWishes,
        ask: RepeatedAsk,
        topics: TopicsDesk,
        clock: any WallClock,
        language: String,
        logger: Logger
    ) {
        texts = BundleTexts(registry: registry)
        shelf = NotificationShelf(store: store, texts: texts, logger: logger)
        followers = NotificationFollowers(store: store, shelf: shelf, epoch: screen.epoch)
        lock = PasscodeLock(store: store, clock: clock)
        queue = ResponseQueue(
            store: store,
            registry: registry,
            ask: ask,
            screen: wishes,
            topics: topics,
            language: language,
            logger: logger
        )
        desk = NotificationDesk(store: store, registry: registry, lock: lock, responses: queue.desk)
        scripts = ScriptsDesk(store: store, clock: clock) { wishes.canOpen($0) }
        scheduler = NotificationScheduler(store: store, clock: clock, logger: logger) { app in
            screen.isInFront(app)
        } present: { app, notification in
            guard let program = registry.app(app)?.program else { return nil }
            let request = AppPresentRequest(notification: notification, context: ask.context(language))
            return await Self.present(request, to: program, ask)
        }
    }

    /// Runs every part until the task is cancelled.
    func run() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.queue.run() }
                group.addTask { await self.scheduler.run() }
                group.addTask { await self.followers.run() }
            }
        } onCancel: {
            scripts.close()
        }
    }

    /// Notes that names or texts of apps may be others.
    func noteApps() {
        texts.forget()
        followers.noteTexts()
    }

    /// Asks an app, and goes on without it after a while; a call that is given up is recalled, not punished.
    private static func present(
        _ request: AppPresentRequest,
        to program: Program,
        _ ask: RepeatedAsk
    ) async -> Set<NotificationPresentationOption>? {
        await withTaskGroup(of: Set<NotificationPresentationOption>?.self) { group in
            group.addTask {
                do {
                    return try await ask.gateway.call(request, of: program, deadline: RepeatedAsk.deadline).options
                } catch {
                    ask.logger.info(
                        "An app does not say how a notification shows",
                        metadata: ["app": "\(program.identity)", "reason": "\(error)"]
                    )
                    return nil
                }
            }
            group.addTask {
                try? await ask.clock.sleep(for: presentTime)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
