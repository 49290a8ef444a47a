package import HostModel
import JSON
package import TodayProtocol

extension OpenURLRequest: RoutedRequest {
    private struct Body: Codable {
        var url: String
        var from: AppID?
        var opening: OpeningID?
    }

    /// Returns the path and query on the web surface that open a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - app: The app that asks for it.
    ///   - opening: The id of the opening, for the app's process that asked for it.
    /// - Returns: The path, which begins with a slash.
    package static func page(_ url: String, from app: AppID? = nil, as opening: OpeningID? = nil) -> String {
        let source = app.map { "&from=" + PercentCoding.encode($0.rawValue) } ?? ""
        let name = opening.map { "&opening=" + PercentCoding.encode($0.rawValue) } ?? ""
        return "/open?url=\(PercentCoding.encode(url))\(source)\(name)"
    }

    /// Clients open URLs with the source `commandLine`.
    package static var routes: [Route<Self>] {
        [
            Route(.post, "open", hasBody: true, reply: .json) { reader in
                let body = try reader.body(Body.self)
                return Self(
                    url: body.url,
                    source: .commandLine,
                    from: body.from,
                    opening: body.opening,
                    viewer: reader.viewer
                )
            } write: { request, writer in
                writer.setViewer(request.viewer)
                try writer.setBody(Body(url: request.url, from: request.from, opening: request.opening))
            }
        ]
    }
}

extension GetSceneRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "scene", reply: .json) { reader in
                Self(url: try reader.requiredQuery("url"), viewer: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
                writer.query["url"] = request.url
            }
        ]
    }
}

extension ListAppsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "apps", reply: .json) { reader in
                Self(language: reader.viewer.language)
            } write: { request, writer in
                writer.language = request.language
            }
        ]
    }
}

extension FindAppRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "find/app", reply: .member("id")) { reader in
                Self(try reader.requiredQuery("name"), orBuiltIn: reader.flag("builtIn"))
            } write: { request, writer in
                writer.query["name"] = request.name
                if request.orBuiltIn { writer.query["builtIn"] = "1" }
            }
        ]
    }
}

extension FindWidgetRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "find/widget", reply: .member("id")) { reader in
                Self(try reader.requiredQuery("name"))
            } write: { request, writer in
                writer.query["name"] = request.name
            }
        ]
    }
}

extension GetAppLogRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "apps/:app/log", when: { $0.app != nil }, reply: .json) { reader in
                Self(of: .app(AppID(try reader.path("app"))), reader)
            } write: { request, writer in
                writer.path["app"] = request.app?.rawValue
                request.write(to: &writer)
            },
            Route(.get, "widgets/:widget/log", reply: .json) { reader in
                Self(of: .widget(WidgetID(try reader.path("widget"))), reader)
            } write: { request, writer in
                if case .widget(let widget) = request.subject { writer.path["widget"] = widget.rawValue }
                request.write(to: &writer)
            },
        ]
    }

    private var app: AppID? { if case .app(let app) = subject { app } else { nil } }

    private init(of subject: Subject, _ reader: RequestReader) {
        let wait = reader.number("milliseconds", default: 0, in: 0...Int(Self.longestWait / .milliseconds(1)))
        self.init(
            of: subject,
            after: reader.number("after", default: 0, in: 0...Int.max),
            wait: .milliseconds(wait)
        )
    }

    private func write(to writer: inout RequestWriter) {
        if after > 0 { writer.query["after"] = String(after) }
        if wait > .zero { writer.query["milliseconds"] = String(Int(wait / .milliseconds(1))) }
    }
}

extension GetUpdateProblemsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "apps/:app/problems", reply: .json) { reader in
                Self(of: AppID(try reader.path("app")))
            } write: { request, writer in
                writer.path["app"] = request.app.rawValue
            }
        ]
    }
}

extension InstallAppRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "apps", reply: .json)] }
}

extension UninstallAppRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.delete, "apps/:app", reply: .nothing) { reader in
                Self(AppID(try reader.path("app")), keepsData: reader.flag("keepData"))
            } write: { request, writer in
                writer.path["app"] = request.app.rawValue
                if request.keepsData { writer.query["keepData"] = "1" }
            }
        ]
    }
}

// MARK: - Allowed servers and shared defaults

extension SetAllowedHostRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [route(.put, isAllowed: true), route(.delete, isAllowed: false)] }

    private static func route(_ method: RouteMethod, isAllowed: Bool) -> Route<Self> {
        Route(method, "apps/:app/hosts/:host", when: { $0.isAllowed == isAllowed }, reply: .nothing) { reader in
            Self(try reader.path("host"), isAllowed, for: AppID(try reader.path("app")))
        } write: { request, writer in
            writer.path["app"] = request.app.rawValue
            writer.path["host"] = request.host
        }
    }
}

extension GetDefaultsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "defaults/:group", when: { $0.key == nil }, reply: .json) { reader in
                Self(of: GroupID(try reader.path("group")), key: nil)
            } write: { request, writer in
                writer.path["group"] = request.group.rawValue
            },
            Route(.get, "defaults/:group/:key", reply: .json) { reader in
                Self(of: GroupID(try reader.path("group")), key: try reader.path("key"))
            } write: { request, writer in
                writer.path["group"] = request.group.rawValue
                writer.path["key"] = request.key
            },
        ]
    }
}

extension SetDefaultRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [route(.put, hasValue: true), route(.delete, hasValue: false)] }

    private static func route(_ method: RouteMethod, hasValue: Bool) -> Route<Self> {
        Route(
            method,
            "defaults/:group/:key",
            when: { ($0.value != nil) == hasValue },
            hasBody: hasValue,
            reply: .nothing
        ) { reader in
            let value: PropertyValue? = hasValue ? try reader.body() : nil
            return Self(value, for: try reader.path("key"), in: GroupID(try reader.path("group")))
        } write: { request, writer in
            writer.path["group"] = request.group.rawValue
            writer.path["key"] = request.key
            if let value = request.value { try writer.setBody(value) }
        }
    }
}
