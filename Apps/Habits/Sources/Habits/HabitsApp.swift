import HabitsCore
import TodayKit

/// The containing app: today, the month and the streaks, the forms, and the work in the background.
@main
struct HabitsApp: App {
    private let commits = CommitSequence()

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        try await Pages(context).content(of: url)
    }

    func perform(_ action: PageAction, _ context: AppContext) async throws {
        try await commits.run(context) { _ in try await PageEditor(context).perform(action) }
    }

    func process(_ actions: [QueuedAction], _ context: AppContext) async throws -> ProcessedActions {
        try await HabitProcessor(context, commits).process(actions)
    }

    func respond(to response: NotificationResponse, _ context: AppContext) async throws {
        try await HabitProcessor(context, commits).respond(to: response)
    }

    func receive(push: Push, _ context: AppContext) async throws -> PushResult {
        try await HabitProcessor(context, commits).receive(push)
    }

    func recordsFailed(_ failures: [RecordFailure], _ context: AppContext) async throws {
        try await HabitProcessor(context, commits).recover(failures)
    }

    func run(_ context: AppContext) async {
        do {
            // The host creates it in the cloud once, however often it is asked.
            try await context.records(in: HabitsCloud.container).subscribe(Doorbell.subscription)
            try await Synchronizer(context).resume()
        } catch {
            context.log.error("\(error)")
        }
    }
}
