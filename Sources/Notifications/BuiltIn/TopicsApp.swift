package import TodayProtocol

/// The built-in app on whose behalf messages of the person's topics show.
///
/// It has no bundle and no process: the host itself carries out what the person chooses on its notifications.
package enum TopicsApp {
    /// Its identifier.
    package static let id = AppID("org.today.Topics")
    /// Its name, the same in every language.
    package static let title = "Topics"
}
