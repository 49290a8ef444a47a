package import Notifications
import ProcessHost

/// A request that a page may send only while it is unlocked, if there is a passcode.
///
/// These install or remove an app, or give one a right. Who withdraws a right is not asked. Local tools are not asked either: who can
/// run them can do everything that Today can.
package protocol ProtectedRequest: HostRequest {
    /// Whether this request, with its values, needs the passcode.
    var needsPasscode: Bool { get }
}

extension ProtectedRequest {
    package var needsPasscode: Bool { true }
}

extension InstallUploadRequest: ProtectedRequest {}

extension UninstallAppRequest: ProtectedRequest {}

extension SetAllowedHostRequest: ProtectedRequest {
    package var needsPasscode: Bool { isAllowed }
}

extension SetAppRightRequest: ProtectedRequest {
    /// Not for a widget's place on the screen and for notifications: the editor and an app's question change these as well.
    package var needsPasscode: Bool {
        guard isGranted else { return false }
        return switch AppRightID(rawValue: right) {
        case .widget, .notifications: false
        default: true
        }
    }
}

/// Asks whether a surface may do what the passcode protects: there is no passcode, or the surface is unlocked.
///
/// Fails with `passcodeRequired` otherwise.
package struct RequireUnlockedRequest: HostRequest {
    package var surface: SurfaceID

    /// Makes a request.
    package init(on surface: SurfaceID) { self.surface = surface }

    package func reply(from host: TodayHost) async throws {
        try await host.components.notifications.lock.requireIfSet(on: surface)
    }
}
