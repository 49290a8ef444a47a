package import CloudCore
import HTTPServing
package import Hummingbird

/// Airship's API for senders, and for its SDKs on devices; Documentation/CompatibleRoutes.md lists its routes.
///
/// Every path works with and without a trailing slash, without redirects.
package struct AirshipRoutes: CloudRoutes {
    private let cloud: Cloud

    package init(cloud: Cloud) { self.cloud = cloud }

    package var requestProtocol: RequestProtocol { .airship }

    package func owns(_ path: String) -> Bool { path.hasPrefix("/api/") || path.hasPrefix("/warp9/") }

    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group("api").add(middleware: ErrorMiddleware.airship)
        let senders = SenderRoutes(cloud: cloud, routes: routes)
        PushController.addRoutes(to: senders)
        PushReportController.addRoutes(to: senders)
        ScheduleController.addRoutes(to: senders)
        ChannelController.addRoutes(to: senders)
        AttributeController.addRoutes(to: senders)
        NamedUserController.addRoutes(to: senders)
        StaticListController.addRoutes(to: senders)
        SegmentController.addRoutes(to: senders)
        SentMessageController.addRoutes(to: senders)
        let device = DeviceAuthenticator(cloud: cloud)
        RegistrationController(cloud: cloud, access: device).addRoutes(to: routes)
        InboxController(cloud: cloud, access: device).addRoutes(to: routes)
        RemoteDataController(cloud: cloud).addRoutes(to: routes)
        AnalyticsController().addRoutes(to: router.group("warp9").add(middleware: ErrorMiddleware.airship))
    }

    package func refusal(_ failure: CloudError) -> Response { AirshipError(failure).response }
}
