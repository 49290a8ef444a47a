package import Foundation
package import HostModel
import TodayProtocol

/// Asks for the version of a running host; the server answers it.
package struct GetVersionRequest: RoutedRequest {
    package typealias Reply = VersionReply

    package static var routes: [Route<Self>] { [Route(.get, "version", reply: .json) { _ in Self() }] }

    package init() {}
}

/// The reply to ``GetVersionRequest``.
package struct VersionReply: Codable, Hashable, Sendable {
    /// Version of Today.
    package var version: String
    /// Id of the host's process.
    package var pid: Int32
    /// Start time of the host.
    package var started: Date
    /// Origin of the web surface, without a trailing slash; `nil` for a page, which is already part of it.
    package var url: String?

    package init(version: String, pid: Int32, started: Date, url: String? = nil) {
        self.version = version
        self.pid = pid
        self.started = started
        self.url = url
    }
}

/// Asks for a link that signs a browser in and leads to a page; the web surface answers it.
package struct MakeLinkRequest: RoutedRequest {
    package typealias Reply = OneTimeLink

    /// Maximum length of the path of a page, in bytes.
    package static let pathLimit = 2048

    package static var routes: [Route<Self>] {
        [
            Route(.post, "links", reply: .json) { reader in
                Self(to: reader.query("page") ?? "/")
            } write: { request, writer in
                writer.query["page"] = request.page
            }
        ]
    }

    /// The path and query of the page, such as `/complications`.
    package var page: String

    /// Makes a request for a link to a page, by default the Today screen.
    package init(to page: String = "/") { self.page = page }

    package func validate() throws(HostError) {
        guard page.hasPrefix("/"), !page.hasPrefix("//"), page.utf8.count <= Self.pathLimit else {
            throw HostError(
                .invalid,
                "The page of a link is a path of Today, such as /complications, of at most \(Self.pathLimit) bytes."
            )
        }
    }
}

/// A one-time link that signs a browser in.
package struct OneTimeLink: Codable, Hashable, Sendable {
    /// URL to open in a browser, or to request with a plain GET.
    package var link: String
    /// URL of the Today screen, without a trailing slash.
    package var url: String
    /// Lifetime of the link, in seconds.
    package var seconds: Int

    package init(link: String, url: String, seconds: Int) {
        self.link = link
        self.url = url
        self.seconds = seconds
    }
}

// MARK: - The screen

extension GetScreenRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "screen", reply: .json) { reader in
                let settle = reader.query("settle").flatMap { Int($0) }
                return Self(
                    for: reader.viewer,
                    opens: reader.flag("opens"),
                    settle: settle.map { .seconds(min(max($0, 0), 30)) }
                )
            } write: { request, writer in
                writer.setViewer(request.viewer)
                if request.opens { writer.query["opens"] = "1" }
                writer.query["settle"] = request.settle.map { String($0.components.seconds) }
            }
        ]
    }
}

extension SetScreenRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .put, "screen", reply: .nothing)] }

    package func validate() throws(HostError) {
        guard widgets.count <= Self.limit else {
            throw HostError(.invalid, "At most \(Self.limit) widgets fit on the screen.")
        }
    }
}

extension ResizeWidgetRequest: RoutedRequest {
    private struct Body: Codable {
        var size: WidgetFamily
    }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "widgets/:widget/size", hasBody: true, reply: .nothing) { reader in
                Self(WidgetID(try reader.path("widget")), to: try reader.body(Body.self).size)
            } write: { request, writer in
                writer.path["widget"] = request.widget.rawValue
                try writer.setBody(Body(size: request.family))
            }
        ]
    }
}

extension ReloadWidgetRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.post, "widgets/:widget/reload", reply: .nothing) { reader in
                Self(WidgetID(try reader.path("widget")), language: reader.viewer.language)
            } write: { request, writer in
                writer.path["widget"] = request.widget.rawValue
                writer.language = request.language
            }
        ]
    }
}

extension GetLedgerRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "widgets/:widget/ledger", reply: .json) { reader in
                Self(
                    of: WidgetID(try reader.path("widget")),
                    limit: reader.number("limit", default: 20, in: 1...1000)
                )
            } write: { request, writer in
                writer.path["widget"] = request.widget.rawValue
                writer.query["limit"] = String(request.limit)
            }
        ]
    }
}

extension GetUpdateScheduleRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "widgets/:widget/schedule", reply: .json) { reader in
                Self(of: WidgetID(try reader.path("widget")))
            } write: { request, writer in
                writer.path["widget"] = request.widget.rawValue
            }
        ]
    }
}

extension ConfigureWidgetRequest: RoutedRequest {
    private struct Body: Codable {
        var values: [String: String]
    }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "widgets/:widget/configuration", hasBody: true, reply: .nothing) { reader in
                let body: Body = try reader.body()
                let widget = WidgetID(try reader.path("widget"))
                return Self(widget, values: body.values, language: reader.viewer.language)
            } write: { request, writer in
                writer.path["widget"] = request.widget.rawValue
                writer.setViewer(Viewer(language: request.language, zone: "UTC"))
                try writer.setBody(Body(values: request.values))
            }
        ]
    }
}

extension PerformTapRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.post, "taps", hasBody: true, reply: .json) { reader in
                Self(try reader.body(), viewer: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
                try writer.setBody(request.tap)
            }
        ]
    }

    package func validate() throws(HostError) {
        let id = tap.id.rawValue
        let isValid =
            (1...64).contains(id.utf8.count)
            && id.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0))
            }
        guard isValid else {
            throw HostError(.invalid, "A tap's id has 1 to 64 of the characters A-Z a-z 0-9 . _ -.")
        }
    }
}
