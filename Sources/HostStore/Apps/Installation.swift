package import TodayProtocol

/// An app to install, with what it asks for and what the person consented to.
package struct Installation: Hashable, Sendable {
    /// The app, which replaces one of the same identifier.
    package var app: InstalledApp
    /// Its widgets, in the order in which they come to the screen, below those that are there.
    package var widgets: [WidgetID]
    /// The names it claims.
    ///
    /// What an earlier version claimed and this one does not it may no longer use.
    package var claims: Set<Claim>
    /// Which of its claims the person granted although another app owns the name.
    package var consents: Set<Claim>

    /// Describes an installation.
    package init(app: InstalledApp, widgets: [WidgetID], claims: Set<Claim>, consents: Set<Claim> = []) {
        self.app = app
        self.widgets = widgets
        self.claims = claims
        self.consents = consents
    }
}
