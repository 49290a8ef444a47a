import JSONRPC
import Synchronization
import TodayProtocol

/// Answers the host's requests with the widget of several that the bundle names.
final class WidgetBundleResponder: Responder {
    private let widgets: [any Widget.Type]
    private let chosen = Mutex<(any Responder)?>(nil)

    init(_ widgets: [any Widget.Type]) { self.widgets = widgets }

    var kind: ProcessKind { .widget }

    func open(_ initialization: InitializeRequest) -> String? {
        let name = initialization.principalClass
        if let refusal = WidgetName.refusal(of: name, among: widgets) { return refusal }
        guard let widget = widgets.first(where: { name == nil || WidgetName.all(of: $0).contains(name ?? "") }) else {
            return "the program has no widgets"
        }
        // A process is one widget for as long as it runs; the session refuses a second initialize.
        chosen.withLock { $0 = $0 ?? Self.responder(widget) }
        return nil
    }

    private static func responder<Content: Widget>(_ widget: Content.Type) -> any Responder {
        WidgetResponder(widget.init())
    }

    func order(of method: String) -> RequestOrder? {
        // Before the choice the session refuses every request, whatever its order.
        guard let responder = chosen.withLock(\.self) else { return .serial }
        return responder.order(of: method)
    }

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

/// The names by which `NSExtensionPrincipalClass` may call a widget.
enum WidgetName {
    /// The name of the type, and the same after its module and a dot, as Xcode writes it.
    static func all(of widget: any Widget.Type) -> [String] {
        [String(describing: widget), String(reflecting: widget)]
    }

    /// Why a program cannot be the widget of a name; `nil` if it can.
    static func refusal(of name: String?, among widgets: [any Widget.Type]) -> String? {
        let names = widgets.map { String(describing: $0) }
        let list = names.joined(separator: ", ")
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            return "two widgets of the program are called \(twice)"
        }
        guard let name else {
            let demand = "NSExtensionPrincipalClass must name one of the program's widgets"
            return widgets.count == 1 ? nil : "\(demand): \(list)"
        }
        guard !widgets.contains(where: { all(of: $0).contains(name) }) else { return nil }
        return "the program has no widget \(name.prefix(100)); it has \(list.isEmpty ? "none" : list)"
    }
}
