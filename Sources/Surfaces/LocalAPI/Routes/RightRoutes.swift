package import HostModel
import TodayProtocol

extension GetAppRightsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "apps/:app/rights", reply: .json) { reader in
                Self(of: AppID(try reader.path("app")), language: reader.viewer.language)
            } write: { request, writer in
                writer.path["app"] = request.app.rawValue
                writer.language = request.language
            }
        ]
    }
}

extension SetAppRightRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [route(.put, isGranted: true), route(.delete, isGranted: false)] }

    private static func route(_ method: RouteMethod, isGranted: Bool) -> Route<Self> {
        Route(method, "apps/:app/rights/:right", when: { $0.isGranted == isGranted }, reply: .nothing) { reader in
            Self(try reader.path("right"), isGranted, of: AppID(try reader.path("app")))
        } write: { request, writer in
            writer.path["app"] = request.app.rawValue
            writer.path["right"] = request.right
        }
    }
}
