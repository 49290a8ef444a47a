import CalendarCore
import TodayKit

/// The containing app: the events of two weeks, and which calendars there are.
@main
struct CalendarApp: App {
    static let widgets: [any Widget.Type] = [CalendarWidget.self]

    /// How long a search waits for servers; the host waits a second for it.
    private static let searchLimit = Duration.milliseconds(700)
    /// How long a page waits for servers; the host waits ten seconds for a page.
    private static let limit = Duration.seconds(5)

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        let texts = Texts(context.language)
        let clock = ViewerClock(context)
        switch url.path {
        case "": return AgendaPage(texts, clock).page(try await load(context))
        case "calendars": return CalendarsPage(texts, clock).page(try await load(context))
        case "add":
            let known = Set(context.defaults[.calendars].map(\.id))
            return AddPages(texts).add(files: try CalendarLoader(context).files.filter { !known.contains($0) })
        case "account":
            guard let refused = CalendarURL.RefusedAccount(url.query) else { return AddPages(texts).account() }
            return AddPages(texts).account(refused, isAllowed: try await CalendarLoader(context).mayFetch(refused))
        default: throw Failure(texts.noPage(url.path))
        }
    }

    /// Only the app itself fills in the form for an account: a link from elsewhere could name another server.
    func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL {
        url.path == "account" && source != .own ? SceneURL(CalendarURL.account) : url
    }

    func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry] {
        let loader = try CalendarLoader(context)
        let statuses = try await loader.load(context.defaults[.calendars], within: Self.searchLimit)
        return Agenda(statuses, ViewerClock(context)).entries(fitting: text)
    }

    func perform(_ action: CalendarAction, _ context: AppContext) async throws {
        let texts = Texts(context.language)
        let editor = CalendarEditor(texts)
        let old = context.defaults[.calendars]
        var calendars = try editor.calendars(after: action, old, inputs: context.inputs)
        switch action {
        case .refresh:
            _ = try await load(context, isForced: true)
            return try await context.widgets.reload()
        case .addAccount:
            let (address, login) = try editor.account(from: context.inputs)
            do {
                editor.add(try await find(address, login, texts, context), to: &calendars)
            } catch CalendarFailure.notAllowed(let server) {
                let refused = CalendarURL.RefusedAccount(server: server, address: address, user: login.user)
                try await context.open(refused.url)
                return
            }
        case .putBack(let id):
            guard let removed = context.defaults[.removed].first(where: { $0.calendar.id == id }),
                !calendars.contains(where: { $0.id == id }), calendars.count < SavedCalendar.limit
            else { return }
            calendars.insert(removed.calendar, at: min(max(removed.index, 0), calendars.count))
        case .add: try await checkLast(of: calendars, texts, context)
        case .addFile, .remove, .show, .paint: break
        }
        try await remember(action, old, texts, context)
        try await context.defaults.set(calendars, for: .calendars)
        switch action {
        case .add, .addFile, .addAccount: try await context.open(CalendarURL.list)
        case .remove, .putBack, .show, .paint, .refresh: break
        }
    }

    /// Keeps a calendar that is removed, with its password, until the person cannot undo it any more.
    private func remember(
        _ action: CalendarAction,
        _ old: [SavedCalendar],
        _ texts: Texts,
        _ context: AppContext
    ) async throws {
        guard case .remove(let id) = action, let index = old.firstIndex(where: { $0.id == id }) else {
            let removed = context.defaults[.removed]
            if removed.contains(where: { $0.isOver(at: context.now) }) {
                try await context.defaults.set([], for: .removed)
            }
            return
        }
        let title = try CalendarLoader(context).title(of: old[index])
        try await context.defaults.set(
            [RemovedCalendar(old[index], index: index, date: context.now)],
            for: .removed
        )
        try await context.offerUndo(texts.removed(title), CalendarAction.putBack(id: id))
    }

    /// Reads the last calendar of a list if it has an address, so that the form says at once why it cannot be read.
    ///
    /// One whose server the person has not allowed yet is added: its row asks for that.
    private func checkLast(of calendars: [SavedCalendar], _ texts: Texts, _ context: AppContext) async throws {
        guard let calendar = calendars.last, case .address = calendar.source else { return }
        switch try await CalendarLoader(context).load(calendar, within: .seconds(8)).failure {
        case nil, .notAllowed: return
        case let failure?: throw InvalidInputs([CalendarEditor.Input.address: texts.sentence(failure)])
        }
    }

    private func find(
        _ address: String,
        _ login: Login,
        _ texts: Texts,
        _ context: AppContext
    ) async throws -> [SavedCalendar] {
        do {
            return try await CalendarLoader(context).findCalendars(at: address, login: login, within: .seconds(8))
        } catch let failure as CalendarFailure {
            if case .notAllowed = failure { throw failure }
            let input = failure == .login ? CalendarEditor.Input.password : CalendarEditor.Input.address
            throw InvalidInputs([input: texts.sentence(failure)])
        }
    }

    private func load(_ context: AppContext, isForced: Bool = false) async throws -> [CalendarStatus] {
        try await CalendarLoader(context).load(context.defaults[.calendars], within: Self.limit, isForced: isForced)
    }
}
