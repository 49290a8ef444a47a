import ServicesCore
import TodayKit

/// The containing app: the services, and which there are.
@main
struct ServicesApp: App {
    static let widgets: [any Widget.Type] = [ServicesWidget.self]

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        let texts = Texts(context.language)
        guard url.path.isEmpty else { throw Failure(texts.noPage(url.path)) }
        let statuses = try await check(context)
        return ServicesPage(texts, StateDates(now: context.now)).page(statuses)
    }

    func perform(_ action: ServicesAction, _ context: AppContext) async throws {
        let texts = Texts(context.language)
        let services = context.defaults[.services]
        if case .check = action {
            _ = try await check(context, isForced: true)
            return try await context.widgets.reload()
        }
        try await context.defaults.set(
            ServiceEditor(texts).services(after: action, services, inputs: context.inputs),
            for: .services
        )
        if case .remove(let address) = action, let index = services.firstIndex(where: { $0.address == address }) {
            try await context.offerUndo(
                texts.removed(services[index].title),
                ServicesAction.putBack(services[index], at: index)
            )
        }
    }

    /// Checks the services.
    ///
    /// The host waits ten seconds for a page, so a service that takes longer than five keeps its state there.
    private func check(_ context: AppContext, isForced: Bool = false) async throws -> [ServiceStatus] {
        try await ServiceChecker(context).check(
            context.defaults[.services],
            within: .seconds(10),
            all: .seconds(5),
            isForced: isForced
        )
    }
}
