package import TodayProtocol

/// A change that a page does not show yet.
///
/// Each event carries a state, not a difference: a page that receives only the later of two events shows the same as
/// one that received both.
package struct ScreenEvent: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The whole screen, because the list of widgets, apps or notices changed, or because the page is from another
        /// run of the host.
        case screen(ScreenState)
        case widget(ShownWidget)
        /// The app page that is open must be requested again.
        case scene
        /// The app whose page is open ended; the reason is a sentence.
        case sceneFailed(reason: LocalizableText)
        /// The page must open an address at the request of an app.
        case open(url: String, from: AppID? = nil, opening: OpeningID? = nil)
    }

    /// The position of a page after this event.
    package var position: ScreenPosition
    package var change: Change

    package init(position: ScreenPosition, change: Change) {
        self.position = position
        self.change = change
    }
}

/// The position that a page shows, written as `epoch.revision`.
///
/// The epoch is new with each start of the host; a page with another epoch is sent everything.
package struct ScreenPosition: Hashable, Sendable, CustomStringConvertible {
    package var epoch: String
    /// Revision of the newest change that the page shows.
    package var revision: Revision

    package init(epoch: String, revision: Revision) {
        self.epoch = epoch
        self.revision = revision
    }

    /// Parses `epoch.revision`; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...32).contains(parts[0].utf8.count), let number = Int64(parts[1]) else { return nil }
        self.init(epoch: String(parts[0]), revision: Revision(number))
    }

    package var description: String { "\(epoch).\(revision)" }
}

/// Everything that a surface shows of the Today screen at one revision.
package struct ScreenState: Codable, Hashable, Sendable {
    /// A widget instance in the list that the person edits.
    package struct Choice: Codable, Hashable, Sendable {
        package var id: WidgetID
        package var title: String
        package var app: AppID
        /// Its app's name in the viewer's language.
        package var appTitle: String
        package var isConfigurable: Bool
        package var family: WidgetFamily
        /// Sizes that the person may choose.
        package var families: [WidgetFamily]
        /// The instance of the same widget that the person may add next; `nil` if there are too many, or if it cannot
        /// be configured and so would show the same.
        package var next: WidgetID?

        package init(
            id: WidgetID,
            title: String,
            app: AppID,
            appTitle: String,
            isConfigurable: Bool = false,
            family: WidgetFamily = .small,
            families: [WidgetFamily] = WidgetFamily.undeclared,
            next: WidgetID? = nil
        ) {
            self.id = id
            self.title = title
            self.app = app
            self.appTitle = appTitle
            self.isConfigurable = isConfigurable
            self.family = family
            self.families = families
            self.next = next
        }
    }

    /// An app with pages of its own.
    package struct App: Codable, Hashable, Sendable {
        package var id: AppID
        package var title: String
        package var url: String?

        package init(id: AppID, title: String, url: String?) {
            self.id = id
            self.title = title
            self.url = url
        }
    }

    package var epoch: String
    /// Revision of the newest change that this state shows.
    package var revision: Revision
    /// The visible widgets in order: those that the person chose and that have content.
    package var widgets: [ShownWidget]
    /// The widgets that the person chose, in order, including those without content.
    package var chosen: [Choice]
    /// The widgets that the person may add.
    package var available: [Choice]
    /// The installed apps, by name.
    package var apps: [App]
    /// Warnings, such as that processes run without a sandbox.
    package var warnings: [LocalizableText]
    /// Temporary notices, such as that the cloud cannot be reached.
    package var notices: [LocalizableText]

    package init(
        epoch: String,
        revision: Revision,
        widgets: [ShownWidget],
        chosen: [Choice],
        available: [Choice],
        apps: [App],
        warnings: [LocalizableText],
        notices: [LocalizableText] = []
    ) {
        self.epoch = epoch
        self.revision = revision
        self.widgets = widgets
        self.chosen = chosen
        self.available = available
        self.apps = apps
        self.warnings = warnings
        self.notices = notices
    }

    package var position: ScreenPosition { ScreenPosition(epoch: epoch, revision: revision) }
}

/// The language and time zone of the person at one surface.
package struct Viewer: Codable, Hashable, Sendable {
    /// A BCP 47 tag, such as `en-US`; a widget keeps a snapshot for each language.
    package var language: String
    /// The IANA name of the time zone in which dates are shown, such as `Europe/Berlin`.
    package var zone: String

    package init(language: String, zone: String) {
        self.language = language
        self.zone = zone
    }
}
