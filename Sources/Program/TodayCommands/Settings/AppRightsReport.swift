import ArgumentParser
import CardRendering
import Host
import HostAPIClient
import HostModel
import JSON
import TodayProtocol
import TodayScreen

/// The options of `today settings` for an app's rights, and their effect.
struct RightsArguments: ParsableArguments {
    @Flag(help: "Show everything that the app may do.")
    var rights = false

    @Option(help: ArgumentHelp("Revoke a right of the app; may be repeated.", valueName: "RIGHT"))
    var revoke: [String] = []

    @Option(help: ArgumentHelp("Restore a revoked right; may be repeated.", valueName: "RIGHT"))
    var restore: [String] = []

    /// `true` if any of these options is used.
    var isUsed: Bool { rights || !revoke.isEmpty || !restore.isEmpty }

    /// Changes the rights of an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - client: The host.
    ///   - viewer: The person, whose language the sentences are in.
    ///   - width: The number of columns into which the report's table must fit; `nil` for no limit.
    /// - Returns: The app's rights after the change.
    /// - Throws: `HostError` if the right does not exist, or the host does not answer.
    func apply(
        to app: AppID,
        _ client: HostClient,
        _ viewer: Viewer,
        width: Int?
    ) async throws -> AppRightsReport {
        for right in revoke { try await client.send(SetAppRightRequest(right, false, of: app)) }
        for right in restore { try await client.send(SetAppRightRequest(right, true, of: app)) }
        return AppRightsReport(
            app: try await client.send(GetAppRightsRequest(of: app, language: viewer.language)),
            width: width
        )
    }
}

/// The rights of an app.
struct AppRightsReport: Report {
    var app: AppRightsDescription
    /// The number of columns into which the table must fit; `nil` for no limit.
    var width: Int?

    /// A line for each right; then the bundle's signer, its parts without effect, and the limits of its processes.
    var text: String {
        let table = TextTable(
            of: app.rights,
            ("RIGHT", \.identifier),
            ("STATE", Self.state),
            ("WHAT IT ALLOWS", \.sentence.english)
        )
        let sentences = [app.signatureSentence] + app.unsupported + app.limits
        return ([table.text(width: width)] + sentences.map { TerminalText.safe($0.english) }).joined(separator: "\n")
    }

    var json: JSONValue {
        .members([
            "app": app.app, "title": app.title, "version": app.version, "signer": app.signer.orNull,
            "rights": JSONValue.list(app.rights) {
                [
                    "identifier": $0.identifier, "sentence": $0.sentence, "isGranted": $0.isGranted,
                    "isRevocable": $0.isRevocable,
                ]
            },
            "unsupported": app.unsupported,
        ])
    }

    private static func state(_ right: AppRightsDescription.Right) -> String {
        right.isRevocable ? right.isGranted ? "on" : "off" : "always"
    }
}
