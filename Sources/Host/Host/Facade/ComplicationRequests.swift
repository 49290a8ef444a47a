package import TodayScreen

/// Asks for the complications of the installed apps, sorted by the names of the apps.
package struct GetComplicationsRequest: HostRequest {
    /// The language and time zone of the person.
    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }

    package func reply(from host: TodayHost) async throws -> ComplicationsState {
        try await host.components.complications.reader.state(in: viewer.language)
    }
}
