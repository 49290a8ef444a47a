import Crypto
import HTTPTypes

/// The page's style sheet and script, which are part of the program.
///
/// Pages hold the style sheet themselves, so that the first paint takes one request. The script's address contains a
/// hash of its content and may be kept for ever.
package enum Assets {
    /// The style sheet of every page.
    static let styleSheet: [UInt8] = PackageResources.today_css + PackageResources.notifications_css
    /// What the list of notifications needs beside it.
    static let listStyleSheet: [UInt8] = PackageResources.list_css
    /// What Settings needs beside it.
    static let settingsStyleSheet: [UInt8] = PackageResources.settings_css
    /// The script of the pages.
    static let script: [UInt8] =
        PackageResources.page_js + PackageResources.today_js + PackageResources.notifications_js
        + PackageResources.live_js
    /// The path of the script.
    package static let scriptPath = "/assets/today.\(hash(of: script)).js"

    private static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
