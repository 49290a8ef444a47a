package import TodayProtocol

/// Everything that a surface shows of the Today screen, at one revision.
package struct ScreenState: Codable, Hashable, Sendable {
    /// An instance of a widget in the list that the person edits.
    package struct Choice: Codable, Hashable, Sendable {
        /// The instance.
        package var id: WidgetID
        /// Its name in the viewer's language.
        package var title: String
        package var app: AppID
        /// Its app's name in the viewer's language.
        package var appTitle: String
        /// Whether the person can configure it.
        package var isConfigurable: Bool
        /// Its size in the grid of a wide screen.
        package var family: WidgetFamily
        /// The sizes that the person may choose.
        package var families: [WidgetFamily]
        /// The instance of the same widget that the person may add next; `nil` if there are too many, or none could be
        /// configured to show anything else.
        package var next: WidgetID?

        /// Describes an instance.
        package init(
            id: WidgetID,
            title: String,
            app: AppID,
            appTitle: String,
            isConfigurable: Bool = false,
            family: WidgetFamily = .small,
            families: [WidgetFamily] = WidgetFamily.allCases,
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
        /// Its name in the viewer's language.
        package var title: String
        /// The address that opens it; `nil` if it has no scheme.
        package var url: String?

        /// Describes an app.
        package init(id: AppID, title: String, url: String?) {
            self.id = id
            self.title = title
            self.url = url
        }
    }

    /// The run of the host.
    package var epoch: String
    /// The newest change that this shows.
    package var revision: Revision
    /// The visible widgets in order: those that the person chose and that have content.
    package var widgets: [ShownWidget]
    /// The widgets that the person chose, in order, also those without content.
    package var chosen: [Choice]
    /// The widgets that the person may add.
    package var available: [Choice]
    /// The installed apps, by name.
    package var apps: [App]
    /// Warnings, such as that processes run without a sandbox.
    package var warnings: [String]
    /// Notices that come and go, such as that the cloud cannot be reached.
    package var notices: [String]

    /// Describes a screen.
    package init(
        epoch: String,
        revision: Revision,
        widgets: [ShownWidget],
        chosen: [Choice],
        available: [Choice],
        apps: [App],
        warnings: [String],
        notices: [String] = []
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

    /// The position of a page that shows this.
    package var position: ScreenPosition { ScreenPosition(epoch: epoch, revision: revision) }
}

/// A change that a page does not show yet.
///
/// Each event carries a state, not a difference: a page that gets only the later of two shows the same as one that got both.
package struct ScreenEvent: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The whole screen, since the list of widgets, apps or warnings changed, or the page is from another run of the host.
        case screen(ScreenState)
        /// One widget.
        case widget(ShownWidget)
        /// The page of an app that the viewer has open must be asked for again.
        case scene
        /// The app whose page the viewer has open was ended; the reason is a sentence.
        case sceneFailed(reason: String)
        /// The page must open an address, which an app asks for.
        case open(url: String, from: AppID? = nil, opening: OpeningID? = nil)
    }

    /// The position of a page that shows this.
    package var position: ScreenPosition
    package var change: Change

    /// Makes an event.
    package init(position: ScreenPosition, change: Change) {
        self.position = position
        self.change = change
    }
}

/// What a page shows: `epoch.revision` on the wire.
///
/// The epoch is new with each start of the host; a page with another epoch is sent everything.
package struct ScreenPosition: Hashable, Sendable, CustomStringConvertible {
    /// The host's run.
    package var epoch: String
    /// The newest change that the page shows.
    package var revision: Revision

    /// Makes a position.
    package init(epoch: String, revision: Revision) {
        self.epoch = epoch
        self.revision = revision
    }

    /// Reads `epoch.revision`; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...32).contains(parts[0].utf8.count), let number = Int64(parts[1]) else { return nil }
        self.init(epoch: String(parts[0]), revision: Revision(number))
    }

    /// The position as `epoch.revision`.
    package var description: String { "\(epoch).\(revision)" }
}

/// The language and time zone of the person at one surface.
package struct Viewer: Codable, Hashable, Sendable {
    /// A BCP 47 tag, such as `en-US`; widgets keep a snapshot per language.
    package var language: String
    /// An IANA name, such as `Europe/Berlin`, in which dates are shown.
    package var zone: String

    /// Describes a surface.
    package init(language: String, zone: String) {
        self.language = language
        self.zone = zone
    }
}
