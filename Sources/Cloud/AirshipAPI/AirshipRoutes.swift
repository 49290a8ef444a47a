package import CloudCore
package import Hummingbird

/// Airship's API: what senders use, and what its SDKs use on devices.
///
/// Every path is answered with and without a slash at its end, and none with a redirect. What is done, partly done and
/// not done is in Documentation/CompatibleRoutes.md.
package struct AirshipRoutes: CloudRoutes {
    private let cloud: Cloud

    /// Makes the routes.
    package init(cloud: Cloud) { self.cloud = cloud }

    /// Adds the routes, below `/api`, and `/warp9`.
    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group("api").add(middleware: AirshipErrorMiddleware())
        let server = ServerAuthenticator(cloud: cloud)
        let device = DeviceAuthenticator(cloud: cloud)
        PushController(cloud: cloud, access: server).addRoutes(to: routes)
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
        AnalyticsController().addRoutes(to: router.group("warp9").add(middleware: AirshipErrorMiddleware()))
    }

    /// Tells a client why its request was refused, below `/api`.
    package func refusal(_ failure: CloudError, of request: Request) -> Response? {
        request.uri.path.hasPrefix("/api/") ? AirshipErrorMiddleware.response(AirshipError(failure)) : nil
    }
}
