import AsyncPrimitives
import HostModel
import HostStorage
import ProcessHost
package import TodayProtocol
package import TodayScreen

/// Asks for everything that the Today screen shows.
///
/// The reply holds the last snapshots and waits for no process, unless ``settle`` is set.
package struct GetScreenRequest: HostRequest {
    /// The language and time zone of the person.
    package var viewer: Viewer
    /// `true` if a surface begins to show the screen, which asks every visible widget for an update.
    package var opens: Bool
    /// The longest wait until every widget is up to date or has failed; `nil` to not wait.
    package var settle: Duration?

    package init(for viewer: Viewer, opens: Bool, settle: Duration? = nil) {
        self.viewer = viewer
        self.opens = opens
        self.settle = settle
    }

    package func reply(from host: TodayHost) async throws -> ScreenState {
        let screen = host.components.screen
        let state = screen.state(for: viewer, opens: opens)
        guard let settle else { return state }
        let language = viewer.language
        _ = try await withDeadline(settle) { await screen.waitUntilSettled(language: language) }
        return screen.state(for: viewer, opens: false)
    }
}

/// Puts these widgets on the screen, in this order, and takes every other one off.
package struct SetScreenRequest: HostRequest, Codable {
    /// The largest number of widgets on the screen.
    package static let limit = 200

    /// The widgets, at most ``limit``.
    package var widgets: [WidgetID]

    package init(_ widgets: [WidgetID]) { self.widgets = widgets }

    package func reply(from host: TodayHost) async throws {
        let store = host.components.store.durable
        let shown = try await store.read { try $0.screenWidgets() }.filter(\.isShown)
        var operations = shown.map(\.widget).filter { !widgets.contains($0) }.map { StoreOperation.screen(.remove($0)) }
        operations += widgets.map { .screen(.add($0)) }
        operations.append(.screen(.reorder(widgets)))
        try await store.commit(StoreTransaction(operations, origin: .person))
        try await host.components.catalog.refresh()
    }
}

/// Sets the size of a widget in the grid of a wide screen.
///
/// The widget is updated. Fails with `notFound` if it is not installed, and with `invalid` for a size that it does not
/// support.
package struct ResizeWidgetRequest: HostRequest {
    package var widget: WidgetID
    /// Its new size.
    package var family: WidgetFamily

    package init(_ widget: WidgetID, to family: WidgetFamily) {
        self.widget = widget
        self.family = family
    }

    package func reply(from host: TodayHost) async throws {
        try host.requireWidget(widget)
        let families = host.components.registry.widget(widget)?.app.manifest.widget(widget.bundle)?.families ?? []
        guard families.contains(family) else {
            let names = families.map(\.rawValue).joined(separator: ", ")
            throw HostError(.invalid, "The widget \(widget) has no size \(family.rawValue). It has: \(names).")
        }
        let operation = StoreOperation.screen(.resize(widget, family))
        try await host.components.store.durable.commit(StoreTransaction([operation], origin: .person))
        try await host.components.catalog.refresh()
    }
}

/// Asks a widget for an update, and waits until its content is on the screen.
///
/// Fails with `processFailed`, with the reason in the person's language, if the update fails.
package struct ReloadWidgetRequest: HostRequest {
    package var widget: WidgetID
    /// The person's language; `nil` for those that the widget has content in.
    package var language: String?

    package init(_ widget: WidgetID, language: String? = nil) {
        self.widget = widget
        self.language = language
    }

    package func reply(from host: TodayHost) async throws {
        try host.requireWidget(widget)
        let screen = host.components.screen
        screen.reload([widget], isUrgent: true, in: language)
        await screen.waitUntilSettled(widget)
        if let problem = screen.problem(of: widget, in: language) { throw HostError(.processFailed, problem) }
    }
}

/// Performs a person's tap, durably and once per tap id.
///
/// The reply comes when the effects are on disk. The tap continues even if the sender disconnects.
package struct PerformTapRequest: HostRequest {
    package var tap: Tap
    /// The language and time zone of the person.
    package var viewer: Viewer

    package init(_ tap: Tap, viewer: Viewer) {
        self.tap = tap
        self.viewer = viewer
    }

    package func reply(from host: TodayHost) async throws -> TapOutcome {
        let components = host.components
        switch tap.target {
        case .widget(let widget):
            try host.requireWidget(widget)
            return try await components.screen.perform(tap, on: widget, viewer: viewer)
        case .scene(let url):
            let app = try host.requireApp(opening: url)
            return try await components.taps.perform(tap, target: .app(app.id), viewer: viewer) {
                components.apps.enqueue(tap.id, of: app.id)
            }
        case .share, .action: throw HostError(.invalid, "What is shared is sent as a share, not as a tap.")
        }
    }
}

/// Asks for the newest updates of a widget, newest first.
package struct GetLedgerRequest: HostRequest {
    package var widget: WidgetID
    /// The largest number of updates in the reply.
    package var limit: Int

    package init(of widget: WidgetID, limit: Int) {
        self.widget = widget
        self.limit = limit
    }

    package func reply(from host: TodayHost) async throws -> [LedgerEntry] {
        try host.requireWidget(widget)
        return try await host.components.screen.ledger(of: widget, limit: limit)
    }
}

/// Asks for the age of a widget's content, the time of its next update, and the updates that ran while nobody watched.
package struct GetUpdateScheduleRequest: HostRequest {
    package var widget: WidgetID

    package init(of widget: WidgetID) { self.widget = widget }

    package func reply(from host: TodayHost) async throws -> UpdateSchedule {
        try host.requireWidget(widget)
        return host.components.screen.updateSchedule(of: widget)
    }
}

extension TodayHost {
    /// Throws `notFound` unless a widget is installed.
    fileprivate func requireWidget(_ widget: WidgetID) throws(HostError) {
        guard components.registry.widget(widget) != nil else {
            throw HostError(.notFound, .noSuchWidget(widget.rawValue))
        }
    }

    /// Finds the app that opens a URL, or whose extension has its page there, or throws `notFound`.
    func requireApp(opening url: String) throws(HostError) -> HostedApp {
        if ExtensionUses.isAddress(url) {
            guard let use = components.apps.uses.origin(of: url), let app = components.registry.app(use.app) else {
                throw HostError(.notFound, .extensionUseEnded)
            }
            return app
        }
        guard let app = components.registry.app(opening: url) else { throw HostError.nothingOpens(url) }
        return app
    }
}

extension HostError {
    /// The refusal of an address that no installed app opens, with code `notFound`.
    package static func nothingOpens(_ url: String) -> HostError {
        let address = String(url.prefix(200))
        return HostError(
            .notFound,
            url.hasPrefix("today://") ? .pageOfTodayItself(address) : .noAppOpensAddress(address)
        )
    }
}
