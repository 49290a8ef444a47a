package import TodayProtocol

/// Everything that a surface shows of the Today screen, at one revision.
package struct ScreenState: Codable, Hashable, Sendable {
    /// A widget in the list that the person edits.
    package struct Choice: Codable, Hashable, Sendable {
        /// The widget.
        package var id: WidgetID
        /// Its name in the viewer's language.
        package var title: String
        /// Its app's name in the viewer's language.
        package var appTitle: String

        /// Describes a widget.
        package init(id: WidgetID, title: String, appTitle: String) {
            self.id = id
            self.title = title
            self.appTitle = appTitle
        }
    }

    /// An app with pages of its own.
    package struct App: Codable, Hashable, Sendable {
        /// The app.
        package var id: AppID
        /// Its name in the viewer's language.
        package var title: String
        /// The address that opens it; none if it has no scheme.
        package var url: String?

        /// Describes an app.
        package init(id: AppID, title: String, url: String?) {
            self.id = id
            self.title = title
            self.url = url
        }
    }

    /// The host's run.
    package var epoch: String
    /// The newest change that this shows.
    package var revision: Revision
    /// What shows now, in order: chosen by the person, and with content.
    package var widgets: [ShownWidget]
    /// What the person has on the screen, in order, those without content too.
    package var chosen: [Choice]
    /// What the person may add.
    package var available: [Choice]
    /// The installed apps, by name.
    package var apps: [App]
    /// Sentences that the person must know, such as that processes run without a sandbox.
    package var warnings: [String]
    /// Sentences that the person may want to know, such as that the cloud is out of reach; they come and go.
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
