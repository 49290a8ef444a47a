package import TodayProtocol

/// The built-in app on whose behalf the command line notifies.
///
/// It has no bundle and no process: what the person does with its notifications is acknowledged at once, and kept for
/// whoever waits for it.
package enum ScriptsApp {
    /// Its identifier.
    package static let id = AppID("org.today.Scripts")
    /// Its name, the same in every language.
    package static let title = "Scripts"
}
