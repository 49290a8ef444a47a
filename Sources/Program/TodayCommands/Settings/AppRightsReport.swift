import ArgumentParser
import CardRendering
package import Host
package import HostAPIClient
package import JSON
package import TodayProtocol
package import TodayScreen

/// The options of `today settings` that concern what an app may do, and their effect.
package struct RightsArguments: ParsableArguments {
    @Flag(help: "Show everything that the app may do.")
    var rights = false

    @Option(help: ArgumentHelp("Revoke a right of the app; may be repeated.", valueName: "RIGHT"))
    var revoke: [String] = []

    @Option(help: ArgumentHelp("Restore a revoked right; may be repeated.", valueName: "RIGHT"))
    var restore: [String] = []

    package init() {}

    /// Whether the command is about rights at all.
    package var isUsed: Bool { rights || !revoke.isEmpty || !restore.isEmpty }

    /// Changes the rights of an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - client: The host.
    ///   - viewer: The person, for the language of the sentences.
    ///   - width: The number of columns into which the table of the report must fit, if any.
    /// - Returns: Everything that the app may do then.
    /// - Throws: `HostError` if there is no such right, or the host does not answer.
    package func apply(
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

/// What an app may do.
package struct AppRightsReport: Report {
    package var app: AppRightsDescription
    /// The number of columns into which the table must fit, if any.
    package var width: Int?

    package init(app: AppRightsDescription, width: Int? = nil) { (self.app, self.width) = (app, width) }

    /// A line for each right, then who signed the bundle, what of it has no effect, and what its processes may use.
    package var text: String {
        let table = TextTable(
            of: app.rights,
            ("RIGHT", \.identifier),
            ("STATE", Self.state),
            ("WHAT IT ALLOWS", \.sentence)
        )
        let sentences = [app.signatureSentence] + app.unsupported + app.limits
        return ([table.text(width: width)] + sentences.map(TerminalText.safe)).joined(separator: "\n")
    }

    package var json: JSONValue {
        [
            "app": .string(app.app.rawValue),
            "title": .string(app.title),
            "version": .string(app.version),
            "signer": app.signer.map(JSONValue.string) ?? .null,
            "rights": .array(
                app.rights.map { right in
                    [
                        "identifier": .string(right.identifier),
                        "sentence": .string(right.sentence),
                        "isGranted": .bool(right.isGranted),
                        "isRevocable": .bool(right.isRevocable),
                    ]
                }
            ),
            "unsupported": .array(app.unsupported.map(JSONValue.string)),
        ]
    }

    private static func state(_ right: AppRightsDescription.Right) -> String {
        right.isRevocable ? right.isGranted ? "on" : "off" : "always"
    }
}
