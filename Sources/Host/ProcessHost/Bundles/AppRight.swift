package import HostModel
package import TodayProtocol

/// A right that an app's bundle requests: the person grants it by installing the app, and can revoke it later.
package struct AppRight: Hashable, Sendable {
    package var id: AppRightID
    /// One sentence that says what the app may do.
    package var sentence: LocalizableText
    /// The same sentence with the translated name of the app or widget, by language tag.
    package var translations: [String: LocalizableText] = [:]
    /// The purpose that the app gives for the right; `nil` if it gives none.
    package var purpose: LocalizedName?

    package init(_ id: AppRightID, _ sentence: LocalizableText, purpose: LocalizedName? = nil) {
        self.id = id
        self.sentence = sentence
        self.purpose = purpose
    }

    fileprivate init(_ id: AppRightID, naming name: LocalizedName, _ sentence: (String) -> LocalizableText) {
        self.init(id, sentence(name.fallback))
        translations = name.translations.mapValues(sentence)
    }

    /// Returns the sentence with the names that the app and its widgets have in a language.
    package func sentence(in language: String) -> LocalizableText {
        LocalizedName.translation(in: language, among: translations) ?? sentence
    }
}

extension AppManifest {
    /// The rights that the app and its widgets request, most important first.
    ///
    /// It is never empty, since every app runs a program. The host enforces each of these rights; keys that it does not
    /// enforce are in ``unsupportedKeys``.
    package var rights: [AppRight] {
        var rights = [AppRight(.program, naming: name) { .runProgramInBackground($0, app: id.rawValue) }]
        func add(_ id: AppRightID, _ sentence: LocalizableText, purpose: LocalizedName? = nil, if isAsked: Bool = true)
        {
            if isAsked { rights.append(AppRight(id, sentence, purpose: purpose)) }
        }
        rights += widgets.map { widget in
            AppRight(.widget(widget.id), naming: widget.name) { .showWidgetOnToday($0, app: widget.id.rawValue) }
        }
        if ([entitlements] + plugIns.map(\.entitlements)).contains(where: \.networkClient) {
            add(.network, allowedHosts.isEmpty ? .fetchFromHostsAllowed : .fetchFromListedHosts)
            for host in allowedHosts { add(.host(host), .fetchFromHost(host)) }
        }
        add(.location, .knowApproximateLocation, purpose: locationPurpose, if: entitlements.location != nil)
        add(.preciseLocation, .knowExactLocation, if: entitlements.location == .full)
        add(.systemStatus, .knowSystemLoad, if: entitlements.systemStatus)
        add(.remoteImages, .showPublicImages, if: entitlements.remoteImages)
        for group in entitlements.groups { add(.group(group), .keepDataInGroup(group.rawValue)) }
        for name in entitlements.recordContainers { add(.container(name), .keepRecordsInContainer(name)) }
        for group in entitlements.keychainGroups { add(.keychain(group), .keepSecretsInGroup(group)) }
        add(.push, .receivePushesAndMessages, if: entitlements.pushEnvironment != nil)
        if let sentence = remoteNotificationSentence { add(.remoteNotification, sentence) }
        add(.backgroundFetch, .startedAtTimes, if: backgroundModes.contains("fetch"))
        for scheme in urlSchemes { add(.urlScheme(scheme), .openLinksWithScheme(scheme)) }
        return rights
    }

    /// The sentence about the background mode `remote-notification`; `nil` without that mode or a source of pushes.
    private var remoteNotificationSentence: LocalizableText? {
        guard backgroundModes.contains("remote-notification") else { return nil }
        switch (entitlements.pushEnvironment != nil, !entitlements.recordContainers.isEmpty) {
        case (true, true): return .startedByPushesAndRecords
        case (true, false): return .startedByPushes
        case (false, true): return .startedByRecordChanges
        case (false, false): return nil
        }
    }
}

extension AppManifest {
    /// Returns the manifest as if neither the app nor an extension had requested some of its rights.
    ///
    /// The rights to run, to show a widget and to notify have no effect here.
    package func revoking(_ rights: Set<AppRightID>) -> AppManifest {
        var manifest = self
        manifest.entitlements.revoke(rights)
        manifest.allowedHosts.removeAll { rights.contains(.host($0)) }
        manifest.urlSchemes.removeAll { rights.contains(.urlScheme($0)) }
        if rights.contains(.remoteNotification) { manifest.backgroundModes.removeAll { $0 == "remote-notification" } }
        if rights.contains(.backgroundFetch) { manifest.backgroundModes.removeAll { $0 == "fetch" } }
        for index in manifest.widgets.indices { manifest.widgets[index].revoke(rights) }
        for index in manifest.extensions.indices { manifest.extensions[index].program.revoke(rights) }
        return manifest
    }
}

extension WidgetManifest {
    fileprivate mutating func revoke(_ rights: Set<AppRightID>) {
        entitlements.revoke(rights)
        allowedHosts.removeAll { rights.contains(.host($0)) }
    }
}

extension Entitlements {
    fileprivate mutating func revoke(_ rights: Set<AppRightID>) {
        groups.removeAll { rights.contains(.group($0)) }
        recordContainers.removeAll { rights.contains(.container($0)) }
        keychainGroups.removeAll { rights.contains(.keychain($0)) }
        if rights.contains(.network) { networkClient = false }
        if rights.contains(.push) { pushEnvironment = nil }
        if rights.contains(.location) { location = nil }
        if rights.contains(.preciseLocation), location == .full { location = .reduced }
        if rights.contains(.systemStatus) { systemStatus = false }
        if rights.contains(.remoteImages) { remoteImages = false }
    }
}
