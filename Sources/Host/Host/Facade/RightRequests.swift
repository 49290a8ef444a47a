import HostStorage
import ProcessHost
package import TodayProtocol

/// Asks for everything that an app may do.
///
/// Fails with `notFound` if the app is not installed.
package struct GetAppRightsRequest: HostRequest {
    package var app: AppID
    /// The language of its name.
    package var language: String

    /// Makes a request.
    package init(of app: AppID, language: String) {
        self.app = app
        self.language = language
    }

    package func reply(from host: TodayHost) async throws -> AppRightsDescription {
        try await host.components.catalog.rights(of: app, language: language)
    }
}

/// Revokes a right of an app, or gives back one that the person agreed to once.
///
/// It is on disk and in force for running processes when it is answered. Fails with `notFound` if the app is not installed or
/// has no such right, and with `invalid` for the right to run at all, which only removing the app revokes.
package struct SetAppRightRequest: HostRequest {
    /// Which right, as ``AppRightsDescription`` names it.
    package var right: String
    /// Whether the app has it from now on.
    package var isGranted: Bool
    package var app: AppID

    /// Makes a request.
    package init(_ right: String, _ isGranted: Bool, of app: AppID) {
        self.right = right
        self.isGranted = isGranted
        self.app = app
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.catalog.setRight(right, isGranted, of: app)
        // Actions wait for a group that was revoked.
        if isGranted { host.components.processing.add(app, .wake) }
    }
}
