import CardRendering
package import JSON
package import ProcessHost
import TodayProtocol

/// A bundle that was assembled.
package struct BundleReport: Report {
    /// Where it is.
    package var path: String
    /// What it says about itself.
    package var manifest: AppManifest

    /// Reports a bundle.
    package init(path: String, manifest: AppManifest) {
        self.path = path
        self.manifest = manifest
    }

    /// The bundle's path, made safe for the terminal.
    package var text: String { TerminalText.safe(path) }

    /// Its path, identifier, version and widgets.
    package var json: JSONValue {
        [
            "path": .string(path),
            "id": .string(manifest.id.rawValue),
            "version": .string(manifest.version),
            "widgets": .array(manifest.widgets.map { .string($0.id.rawValue) }),
        ]
    }
}
