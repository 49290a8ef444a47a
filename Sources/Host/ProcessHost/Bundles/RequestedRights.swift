import TodayProtocol

/// Everything a bundle asks for, in sentences to show to the person who installs it.
package struct RequestedRights: Hashable, Sendable {
    /// One sentence for each right, the weightiest first.
    ///
    /// Never empty: every app runs a program.
    package var sentences: [String]

    /// Lists what an app and its widgets ask for.
    package init(_ manifest: AppManifest) {
        let name = manifest.name.fallback
        var sentences = ["Run a program of \(name) (\(manifest.id)) in the background."]
        for widget in manifest.widgets {
            sentences.append("Show the widget \(widget.name.fallback) (\(widget.id)) on the Today screen.")
        }
        let entitlements = [manifest.entitlements] + manifest.widgets.map(\.entitlements)
        if entitlements.contains(where: \.networkClient) {
            let hosts = manifest.allowedHosts
            sentences.append(
                hosts.isEmpty
                    ? "Fetch from the network, from hosts that you allow."
                    : "Fetch from the network, from \(hosts.joined(separator: ", "))."
            )
        }
        for group in manifest.entitlements.groups {
            sentences.append("Keep data in the app group \(group) and share it with other apps in that group.")
        }
        for group in manifest.entitlements.keychainGroups {
            sentences.append("Keep secrets in the keychain group \(group).")
        }
        for container in manifest.entitlements.recordContainers {
            sentences.append("Keep records in \(container), on all of your devices.")
        }
        if manifest.entitlements.pushEnvironment != nil || manifest.backgroundModes.contains("remote-notification") {
            sentences.append("Be woken by pushes.")
        }
        if manifest.backgroundModes.contains(where: { $0 != "remote-notification" }) {
            sentences.append("Be started from time to time to refresh its content.")
        }
        for scheme in manifest.urlSchemes { sentences.append("Open links that begin with \(scheme):.") }
        self.sentences = sentences
    }
}

extension AppManifest {
    /// What the bundle asks for, in sentences.
    package var requestedRights: RequestedRights { RequestedRights(self) }
}
