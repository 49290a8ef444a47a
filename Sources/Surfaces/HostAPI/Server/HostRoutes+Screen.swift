import Foundation
import HTTPTypes
import Host
import Hummingbird
import TodayProtocol
import TodayScreen

extension HostRoutes {
    func addScreenRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("version") { _, _ in
                try WireJSON.response(
                    VersionReply(version: version, pid: ProcessInfo.processInfo.processIdentifier)
                )
            }
            .get("screen") { request, _ in
                let viewer = viewer(request)
                var screen = try await host.screen(for: viewer, opens: flag("opens", request))
                if let seconds = request.uri.queryParameters.get("settle", as: Int.self) {
                    await host.settle(for: viewer, within: .seconds(min(max(seconds, 0), 30)))
                    screen = try await host.screen(for: viewer, opens: false)
                }
                return try WireJSON.response(screen)
            }
            .put("screen") { request, _ in
                let order = try await WireJSON.read(SetScreenRequest.self, from: request)
                guard order.widgets.count <= 200 else {
                    throw HostError(.invalid, "At most 200 widgets fit on the screen.")
                }
                try await host.setScreen(order.widgets)
                return WireJSON.done()
            }
            .post("widgets/:widget/reload") { _, context in
                try await host.reload(WidgetID(try part("widget", context)))
                return WireJSON.done()
            }
            .get("widgets/:widget/ledger") { request, context in
                let limit = request.uri.queryParameters.get("limit", as: Int.self) ?? 20
                let widget = WidgetID(try part("widget", context))
                return try WireJSON.response(
                    try await host.ledger(of: widget, limit: min(max(limit, 1), 1000))
                )
            }
            .post("taps") { request, _ in
                let tap = try await WireJSON.read(Tap.self, from: request)
                guard tap.hasValidID else {
                    throw HostError(.invalid, "A tap's id has 1 to 64 of the characters A-Z a-z 0-9 . _ -.")
                }
                return try WireJSON.response(try await host.perform(tap, viewer: viewer(request)))
            }
            .get("apps") { request, _ in
                try WireJSON.response(try await host.apps(language: viewer(request).language))
            }
    }

    func addStreamRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("events") { request, _ in
                let query = request.uri.queryParameters
                let position = query.get("after").flatMap { ScreenPosition($0) }
                let events = host.events(for: viewer(request), after: position, scene: query.get("scene"))
                return EventStream().response(
                    to: request,
                    feeds: [EventFeed(events) { try $0.serverSentEvent() }]
                )
            }
            .post("open") { request, _ in
                let order = try await WireJSON.read(OpenURLRequest.self, from: request)
                return try WireJSON.response(
                    try await host.open(url: order.url, source: .commandLine, viewer: viewer(request))
                )
            }
            .get("scene") { request, _ in
                try WireJSON.response(
                    try await host.scene(url: try query("url", request), viewer: viewer(request))
                )
            }
    }
}

extension Tap {
    /// Whether the id is one that a surface may make.
    fileprivate var hasValidID: Bool {
        (1...64).contains(id.rawValue.utf8.count)
            && id.rawValue.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0))
            }
    }
}
