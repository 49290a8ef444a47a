/// One place where a person is: a browser's session, a run of the command line, the desktop.
///
/// A passcode that was given holds on the surface where it was given alone.
package struct SurfaceID: Codable, Hashable, Sendable {
    /// What tells it from others; never shown.
    package var name: String

    /// Names a surface.
    package init(_ name: String) { self.name = name }
}
