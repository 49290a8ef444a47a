import JSONRPC
import Synchronization
import TodayProtocol

/// Answers the host's requests as the part of the program that the host names and that is created then: the app, as
/// which the program of a Share or Action extension counts, or one of its widgets.
final class ProgramResponder: Responder {
    /// A part of the program: its app or one of its widgets.
    struct Part: Sendable {
        /// The name of its type, alone and with its module and a dot before it, as Xcode writes it.
        let names: [String]
        /// Creates the responder of the part.
        let makeResponder: @Sendable () -> any Responder

        private init(_ type: Any.Type, makeResponder: @escaping @Sendable () -> any Responder) {
            names = [String(describing: type), String(reflecting: type)]
            self.makeResponder = makeResponder
        }

        init<Content: App>(_ app: Content.Type) { self.init(app) { AppResponder(Content()) } }

        init<Content: Widget>(_ widget: Content.Type) { self.init(widget) { WidgetResponder(Content()) } }

        init(_ app: some App) { self.init(type(of: app)) { AppResponder(app) } }

        init(_ widget: some Widget) { self.init(type(of: widget)) { WidgetResponder(widget) } }
    }

    private let app: Part?
    private let widgets: [Part]
    private let chosen = Mutex<(any Responder)?>(nil)

    init(app: Part? = nil, widgets: [Part]) {
        self.app = app
        self.widgets = widgets
    }

    /// Creates the part that the host starts, before any other function; throws if the program has no such part.
    func open(_ initialization: InitializeRequest) throws(RPCError) {
        let part = try part(for: initialization)
        // A process is one part for as long as it runs; the session refuses a second initialize.
        chosen.withLock { $0 = $0 ?? part.makeResponder() }
    }

    private func part(for initialization: InitializeRequest) throws(RPCError) -> Part {
        let call = "the bundle calls this program"
        switch initialization.kind {
        case .app:
            guard let app else { throw RPCError(.invalidParams, "\(call) an app, but it is a widget") }
            return app
        case .share, .action:
            guard let app else { throw RPCError(.invalidParams, "\(call) an extension, but it is a widget") }
            return app
        case .widget:
            guard app == nil || !widgets.isEmpty else {
                throw RPCError(.invalidParams, "\(call) a widget, but it is an app without widgets")
            }
            return try widget(named: initialization.principalClass)
        }
    }

    /// Returns the widget that `NSExtensionPrincipalClass` names; a program with one widget needs no name.
    private func widget(named name: String?) throws(RPCError) -> Part {
        let names = widgets.compactMap(\.names.first)
        let list = names.joined(separator: ", ")
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw RPCError(.invalidParams, "two widgets of the program are called \(twice)")
        }
        guard let name else {
            if widgets.count == 1, let widget = widgets.first { return widget }
            throw RPCError(.invalidParams, "NSExtensionPrincipalClass must name one of the program's widgets: \(list)")
        }
        guard let widget = widgets.first(where: { $0.names.contains(name) }) else {
            let available = list.isEmpty ? "none" : list
            throw RPCError(.invalidParams, "the program has no widget \(name.prefix(100)); it has \(available)")
        }
        return widget
    }

    func order(of method: String) -> RequestOrder? { chosen.withLock(\.self)?.order(of: method) }

    func answer(_ request: IncomingRequest, in session: HostSession) async throws -> any Encodable & Sendable {
        guard let responder = chosen.withLock(\.self) else {
            throw RPCError(.invalidRequest, "initialize comes first")
        }
        return try await responder.answer(request, in: session)
    }

    func receive(_ event: AppEvent, in session: HostSession) async {
        await chosen.withLock(\.self)?.receive(event, in: session)
    }

    func run(in session: HostSession) async { await chosen.withLock(\.self)?.run(in: session) }
}
