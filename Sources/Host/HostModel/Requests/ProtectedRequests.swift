/// A request that a page may send only while it is unlocked, if there is a passcode.
///
/// These requests install or remove an app, or grant one a right. Revoking a right needs no passcode. Local tools need
/// none either: whoever can run them can do everything that Today can.
package protocol ProtectedRequest: HostRequest {
    /// `true` if this request, with its values, needs the passcode.
    var needsPasscode: Bool { get }
}

extension ProtectedRequest {
    package var needsPasscode: Bool { true }
}

extension UninstallAppRequest: ProtectedRequest {}

extension SetAllowedServerRequest: ProtectedRequest {
    package var needsPasscode: Bool { isAllowed }
}

/// Checks that a surface is unlocked, or that there is no passcode; fails with `passcodeRequired` otherwise.
package struct RequireUnlockedRequest: HostRequest {
    package var surface: SurfaceID

    package init(on surface: SurfaceID) { self.surface = surface }
}

extension InstallUploadRequest: ProtectedRequest {}

extension SetAppRightRequest: ProtectedRequest {
    /// `true` if a right is granted, except for a widget's place on the screen and notifications, which the editor and
    /// an app's question change as well.
    package var needsPasscode: Bool {
        guard isGranted else { return false }
        return switch AppRightID(rawValue: right) {
        case .widget, .notifications: false
        default: true
        }
    }
}
