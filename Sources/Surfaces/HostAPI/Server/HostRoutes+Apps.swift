import HTTPTypes
import Host
import Hummingbird
import JSON
import TodayProtocol

extension HostRoutes {
    func addAppRoutes(to routes: RouteCollection<Context>) {
        routes
            .post("apps") { request, _ in
                let order = try await WireJSON.read(InstallAppRequest.self, from: request)
                return try WireJSON.response(
                    try await host.install(path: order.path, consent: order.consent)
                )
            }
            .delete("apps/:app") { request, context in
                try await host.uninstall(AppID(try part("app", context)), keepsData: flag("keepData", request))
                return WireJSON.done()
            }
            .put("apps/:app/hosts/:host") { _, context in
                try await host.setAllowed(try part("host", context), true, for: AppID(try part("app", context)))
                return WireJSON.done()
            }
            .delete("apps/:app/hosts/:host") { _, context in
                try await host.setAllowed(try part("host", context), false, for: AppID(try part("app", context)))
                return WireJSON.done()
            }
            .get("find/app") { request, _ in
                try WireJSON.response(FindReply(id: try await host.findApp(try query("name", request)).rawValue))
            }
            .get("find/widget") { request, _ in
                try WireJSON.response(FindReply(id: try await host.findWidget(try query("name", request)).rawValue))
            }
            .post("links") { _, _ in try WireJSON.response(try await makeLink()) }
    }

    func addDefaultsRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("defaults/:group") { _, context in
                try WireJSON.response(try await host.defaults(of: GroupID(try part("group", context)), key: nil))
            }
            .get("defaults/:group/:key") { _, context in
                try WireJSON.response(
                    try await host.defaults(of: GroupID(try part("group", context)), key: try part("key", context))
                )
            }
            .put("defaults/:group/:key") { request, context in
                let value = try await WireJSON.read(PropertyValue.self, from: request)
                try await host.setDefault(value, for: try part("key", context), in: GroupID(try part("group", context)))
                return WireJSON.done()
            }
            .delete("defaults/:group/:key") { _, context in
                try await host.setDefault(nil, for: try part("key", context), in: GroupID(try part("group", context)))
                return WireJSON.done()
            }
    }
}
