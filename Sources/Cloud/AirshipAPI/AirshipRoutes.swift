package import CloudCore
import HTTPServing
package import Hummingbird

/// Airship's API for senders, and for its SDKs on devices.
///
/// Every path works with and without a trailing slash, without redirects. Documentation/CompatibleRoutes.md lists the
/// supported routes.
package struct AirshipRoutes: CloudRoutes {
    private let cloud: Cloud

    package init(cloud: Cloud) { self.cloud = cloud }

    /// Adds the routes below `/api`, and `/warp9`.
    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group("api").add(middleware: ErrorMiddleware.airship)
        let server = ServerAuthenticator(cloud: cloud)
        let device = DeviceAuthenticator(cloud: cloud)
        PushController(cloud: cloud, access: server).addRoutes(to: routes)
        PushReportController(cloud: cloud, access: server).addRoutes(to: routes)
        ScheduleController(cloud: cloud, access: server).addRoutes(to: routes)
        ChannelController(cloud: cloud, access: server).addRoutes(to: routes)
        AttributeController(cloud: cloud, access: server).addRoutes(to: routes)
        NamedUserController(cloud: cloud, access: server).addRoutes(to: routes)
        StaticListController(cloud: cloud, access: server).addRoutes(to: routes)
        SegmentController(cloud: cloud, access: server).addRoutes(to: routes)
        SentMessageController(cloud: cloud, access: server).addRoutes(to: routes)
        RegistrationController(cloud: cloud, access: device).addRoutes(to: routes)
        InboxController(cloud: cloud, access: device).addRoutes(to: routes)
        RemoteDataController(cloud: cloud).addRoutes(to: routes)
        AnalyticsController().addRoutes(to: router.group("warp9").add(middleware: ErrorMiddleware.airship))
    }

    /// Makes the response to a refused request below `/api`.
    package func refusal(_ failure: CloudError, of request: Request) -> Response? {
        request.uri.path.hasPrefix("/api/") ? AirshipError(failure).response : nil
    }
}
