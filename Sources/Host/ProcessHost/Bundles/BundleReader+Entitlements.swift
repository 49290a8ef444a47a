package import TodayProtocol

extension BundleReader {
    /// Reads `Entitlements.plist`; a missing file counts as an empty one.
    ///
    /// Keys that Today does not know have no effect, and are recorded as unsupported.
    func readEntitlements(in folder: BundleFolder, _ problems: inout BundleProblems) -> Entitlements {
        guard let table = readTable("Entitlements.plist", in: folder, required: false, &problems) else {
            return Entitlements()
        }
        table.noteUnsupportedEntitlements(&problems)
        var entitlements = Entitlements()
        entitlements.groups = readNames(
            "com.apple.security.application-groups",
            table,
            prefix: "group.",
            what: "an app group",
            example: "group.com.example.weather",
            &problems
        ).map { GroupID($0) }
        entitlements.networkClient = table.bool("com.apple.security.network.client", &problems)
        entitlements.recordContainers = readNames(
            "com.apple.developer.icloud-container-identifiers",
            table,
            prefix: "iCloud.",
            what: "a record container",
            example: "iCloud.com.example.Weather",
            &problems
        )
        if let environment = table.string("aps-environment", &problems) {
            if ["development", "production"].contains(environment) {
                entitlements.pushEnvironment = environment
            } else {
                table.report(
                    "aps-environment",
                    "\"\(environment)\" is no push environment.",
                    remedy: "Write development or production.",
                    &problems
                )
            }
        }
        entitlements.location = readLocation(table, &problems)
        entitlements.systemStatus = table.bool(Self.systemStatusKey, &problems)
        entitlements.remoteImages = table.bool(Self.remoteImagesKey, &problems)
        entitlements.keychainGroups = readNames(
            Self.keychainKey,
            table,
            dropping: "$(AppIdentifierPrefix)",
            what: "a keychain access group",
            example: "com.example.weather",
            &problems
        )
        return entitlements
    }

    private static let locationKey = "com.apple.security.personal-information.location"
    private static let systemStatusKey = "org.today.system-status"
    private static let remoteImagesKey = "org.today.remote-images"
    private static let keychainKey = "keychain-access-groups"

    /// Returns the requested accuracy of the location: a word, or `true` as on macOS for full accuracy.
    private func readLocation(_ table: PropertyListTable, _ problems: inout BundleProblems) -> LocationAccuracy? {
        switch table.values[Self.locationKey] {
        case nil, .bool(false): return nil
        case .bool(true): return .full
        case .string(let text):
            if let accuracy = LocationAccuracy(rawValue: text) { return accuracy }
            fallthrough
        default:
            table.report(
                Self.locationKey,
                "It is no accuracy of a location.",
                remedy: "Write reduced or full.",
                &problems
            )
            return nil
        }
    }

    /// Reports entitlements that a widget requests but its app does not.
    func check(
        _ widget: Entitlements,
        against app: Entitlements,
        file: String,
        _ problems: inout BundleProblems
    ) {
        func compare(_ key: String, _ asked: [String], _ owned: [String], _ sentence: (String) -> String) {
            for name in asked where !owned.contains(name) {
                problems.add(
                    file: file,
                    key: key,
                    sentence(name),
                    remedy: "Mend the name, or add it to the same key of the app's Entitlements.plist."
                )
            }
        }
        compare(
            "com.apple.security.application-groups",
            widget.groups.map(\.rawValue),
            app.groups.map(\.rawValue)
        ) { GroupAccessMessage.missing(GroupID($0)) }
        compare(
            "com.apple.developer.icloud-container-identifiers",
            widget.recordContainers,
            app.recordContainers
        ) { "The widget asks for the record container \($0), which the app does not have." }
        compare(Self.keychainKey, widget.keychainGroups, app.keychainGroups) {
            "The widget asks for the keychain access group \($0), which the app does not have."
        }
        if widget.location != nil, app.location != .full, app.location != widget.location {
            problems.add(
                file: file,
                key: Self.locationKey,
                "The widget asks for the location more exactly than the app.",
                remedy: "Write the same in the app's Entitlements.plist, or leave it out of the widget's."
            )
        }
        if widget.systemStatus, !app.systemStatus {
            problems.add(
                file: file,
                key: Self.systemStatusKey,
                "The widget asks for the state of the computer, which the app does not.",
                remedy: "Add the key to the app's Entitlements.plist, or leave it out of the widget's."
            )
        }
        if widget.remoteImages, !app.remoteImages {
            problems.add(
                file: file,
                key: Self.remoteImagesKey,
                "The widget asks for images of public hosts, which the app does not.",
                remedy: "Add the key to the app's Entitlements.plist, or leave it out of the widget's."
            )
        }
    }

    /// Reads an array of names.
    ///
    /// - Parameters:
    ///   - key: The key of the array.
    ///   - table: The property list.
    ///   - prefix: The required prefix of each name.
    ///   - dropped: A prefix to remove from names in an app's source, such as the team's, since Today has no teams.
    ///   - what: The kind of thing that is named, for reports.
    ///   - example: A valid name, for reports.
    ///   - problems: Receives the mistakes.
    /// - Returns: The names, sorted.
    private func readNames(
        _ key: String,
        _ table: PropertyListTable,
        prefix: String = "",
        dropping dropped: String = "",
        what: String,
        example: String,
        _ problems: inout BundleProblems
    ) -> [String] {
        var names: [String] = []
        for text in table.strings(key, &problems) {
            let name = dropped.isEmpty || !text.hasPrefix(dropped) ? text : String(text.dropFirst(dropped.count))
            guard name.hasPrefix(prefix), name.count > prefix.count, BundleNames.isFolderSafe(name) else {
                table.report(
                    key,
                    "\"\(name)\" is no name of \(what).",
                    remedy: (prefix.isEmpty ? "Such a name has" : "Such a name begins with \"\(prefix)\" and has")
                        + " letters, digits, -, _ and dots, such as \(example).",
                    &problems
                )
                continue
            }
            names.append(name)
        }
        if names.count > limits.groups {
            table.report(
                key,
                "It names \(names.count) of them; at most \(limits.groups) are allowed.",
                remedy: "Share one among more of the app's parts.",
                &problems
            )
        }
        return names.sorted()
    }
}

/// The sentence about an app group that a process may not use, which is the same at install and at first use.
package enum GroupAccessMessage {
    /// Returns the message for a group that is not in the entitlements.
    package static func missing(_ group: GroupID) -> String {
        """
        The app group \(group) is none of this app's: com.apple.security.application-groups in the \
        Entitlements.plist of the app and of the widget must name it, spelt alike.
        """
    }
}
