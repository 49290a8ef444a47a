import HabitsCore
import TodayKit

/// The containing app: today, the month and the streaks, the forms, and the work in the background.
@main
struct HabitsApp: App {
    static let widgets: [any Widget.Type] = [HabitsWidget.self]
    private let commits: CommitSequence
    private let sweeper: DoorbellSweeper

    init() {
        commits = CommitSequence()
        sweeper = DoorbellSweeper(commits)
    }

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        try await Pages(context).content(of: url)
    }

    func perform(_ action: PageAction, _ context: AppContext) async throws {
        try await commits.run(context) { _ in try await PageEditor(context).perform(action) }
    }

    func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry] {
        HabitSearch.entries(text, context)
    }

    func process(_ actions: [QueuedAction], _ context: AppContext) async throws -> ProcessedActions {
        try await processor(context).process(actions)
    }

    func respond(to response: NotificationResponse, _ context: AppContext) async throws {
        try await processor(context).respond(to: response)
    }

    func receive(push: Push, _ context: AppContext) async throws -> PushResult {
        try await processor(context).receive(push)
    }

    func recordsFailed(_ failures: [RecordFailure], _ context: AppContext) async throws {
        try await processor(context).recover(failures)
    }

    func run(_ context: AppContext) async {
        do {
            // The host creates it in the cloud once, however often it is asked.
            try await context.records(in: HabitsCloud.container).subscribe(Doorbell.subscription)
            try await Synchronizer(context).resume()
            try await sweeper.run(context)
        } catch {
            context.log.error("\(error)")
        }
    }

    private func processor(_ context: AppContext) -> HabitProcessor { HabitProcessor(context, commits, sweeper) }
}
