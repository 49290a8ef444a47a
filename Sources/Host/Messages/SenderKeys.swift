package import TodayProtocol

/// What it takes to send through the cloud that runs inside the host.
///
/// The master secret lets whoever has it notify the person, so it goes to the person's own tools alone.
package struct SenderKeys: Codable, Hashable, Sendable {
    /// The cloud's address, without a slash at the end.
    package var url: String
    /// The app whose keys these are.
    package var app: AppID
    /// The app key, no secret.
    package var appKey: String
    /// The secret that sends.
    package var masterSecret: String

    /// Takes keys.
    package init(url: String, app: AppID, appKey: String, masterSecret: String) {
        self.url = url
        self.app = app
        self.appKey = appKey
        self.masterSecret = masterSecret
    }
}
