package import TodayProtocol

extension BundleReader {
    /// Reads `Entitlements.plist`; a missing file counts as an empty one.
    ///
    /// Keys that Today does not know have no effect, and are recorded as unsupported.
    func readEntitlements(in folder: BundleFolder) -> Entitlements {
        var entitlements = Entitlements()
        guard let table = readTable("Entitlements.plist", in: folder, required: false) else { return entitlements }
        table.noteUnsupportedEntitlements()
        entitlements.groups = readNames(
            Self.groupsKey,
            table,
            prefix: "group.",
            what: "an app group",
            example: "group.com.example.weather"
        ).map { GroupID($0) }
        entitlements.networkClient = table.bool("com.apple.security.network.client")
        entitlements.recordContainers = readNames(
            Self.containersKey,
            table,
            prefix: "iCloud.",
            what: "a record container",
            example: "iCloud.com.example.Weather"
        )
        if let environment = table.string("aps-environment") {
            let isKnown = ["development", "production"].contains(environment)
            let mistake = "\"\(environment)\" is no push environment."
            entitlements.pushEnvironment =
                isKnown
                ? environment
                : table.refuse("aps-environment", mistake, remedy: "Write development or production.")
        }
        entitlements.location = readLocation(table)
        entitlements.systemStatus = table.bool(Self.systemStatusKey)
        entitlements.remoteImages = table.bool(Self.remoteImagesKey)
        entitlements.keychainGroups = readNames(
            Self.keychainKey,
            table,
            dropping: "$(AppIdentifierPrefix)",
            what: "a keychain access group",
            example: "com.example.weather"
        )
        return entitlements
    }

    private static let groupsKey = "com.apple.security.application-groups"
    private static let containersKey = "com.apple.developer.icloud-container-identifiers"
    private static let locationKey = "com.apple.security.personal-information.location"
    private static let systemStatusKey = "org.today.system-status"
    private static let remoteImagesKey = "org.today.remote-images"
    private static let keychainKey = "keychain-access-groups"

    /// Returns the requested accuracy of the location: a word, or `true` as on macOS for full accuracy.
    private func readLocation(_ table: PropertyListTable) -> LocationAccuracy? {
        switch table.values[Self.locationKey] {
        case nil, .bool(false): return nil
        case .bool(true): return .full
        case .string(let text):
            if let accuracy = LocationAccuracy(rawValue: text) { return accuracy }
            fallthrough
        default:
            table.report(Self.locationKey, "It is no accuracy of a location.", remedy: "Write reduced or full.")
            return nil
        }
    }

    /// Reports entitlements that a widget requests but its app does not.
    func check(_ widget: Entitlements, against app: Entitlements, in folder: BundleFolder) {
        func report(_ key: String, _ message: String, _ remedy: String) {
            folder.report("Entitlements.plist", key: key, message, remedy: remedy)
        }
        func compare(_ key: String, _ asked: [String], _ owned: [String], _ message: (String) -> String) {
            for name in asked where !owned.contains(name) {
                report(key, message(name), "Mend the name, or add it to the same key of the app's Entitlements.plist.")
            }
        }
        compare(Self.groupsKey, widget.groups.map(\.rawValue), app.groups.map(\.rawValue)) {
            GroupAccessMessage.missing(GroupID($0))
        }
        compare(Self.containersKey, widget.recordContainers, app.recordContainers) {
            "The widget asks for the record container \($0), which the app does not have."
        }
        compare(Self.keychainKey, widget.keychainGroups, app.keychainGroups) {
            "The widget asks for the keychain access group \($0), which the app does not have."
        }
        if widget.location != nil, app.location != .full, app.location != widget.location {
            let remedy = "Write the same in the app's Entitlements.plist, or leave it out of the widget's."
            report(Self.locationKey, "The widget asks for the location more exactly than the app.", remedy)
        }
        let remedy = "Add the key to the app's Entitlements.plist, or leave it out of the widget's."
        if widget.systemStatus, !app.systemStatus {
            let message = "The widget asks for the state of the computer, which the app does not."
            report(Self.systemStatusKey, message, remedy)
        }
        if widget.remoteImages, !app.remoteImages {
            let message = "The widget asks for images of public hosts, which the app does not."
            report(Self.remoteImagesKey, message, remedy)
        }
    }

    /// Reads an array of names that begin with `prefix`, and sorts it.
    ///
    /// The prefix `dropped` of names in an app's source, such as the team's, is removed, since Today has no teams.
    private func readNames(
        _ key: String,
        _ table: PropertyListTable,
        prefix: String = "",
        dropping dropped: String = "",
        what: String,
        example: String
    ) -> [String] {
        var names: [String] = []
        for text in table.strings(key) {
            let name = text.hasPrefix(dropped) ? String(text.dropFirst(dropped.count)) : text
            guard name.hasPrefix(prefix), name.count > prefix.count, BundleNames.isFolderSafe(name) else {
                let start = prefix.isEmpty ? "Such a name has" : "Such a name begins with \"\(prefix)\" and has"
                let remedy = "\(start) letters, digits, -, _ and dots, such as \(example)."
                table.report(key, "\"\(name)\" is no name of \(what).", remedy: remedy)
                continue
            }
            names.append(name)
        }
        if names.count > limits.groups {
            let message = "It names \(names.count) of them; at most \(limits.groups) are allowed."
            table.report(key, message, remedy: "Share one among more of the app's parts.")
        }
        return names.sorted()
    }
}

/// The sentence about an app group that a process may not use, which is the same at install and at first use.
package enum GroupAccessMessage {
    package static func missing(_ group: GroupID) -> String {
        """
        The app group \(group) is none of this app's: com.apple.security.application-groups in the \
        Entitlements.plist of the app and of the widget must name it, spelt alike.
        """
    }
}
