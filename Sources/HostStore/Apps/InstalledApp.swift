package import FoundationEssentials
package import JSON
package import TodayProtocol

/// An app as it was installed.
package struct InstalledApp: Hashable, Sendable {
    /// Its bundle identifier.
    package var id: AppID
    /// Its display name.
    package var name: String
    /// Its version, as people read it.
    package var version: String
    /// Where the installed copy of its bundle lies.
    package var path: String
    /// What its bundle says, in the form that the reader of bundles chose.
    package var manifest: JSONValue
    /// When it was installed, to the millisecond.
    package var installed: Date

    /// Describes an app.
    package init(id: AppID, name: String, version: String, path: String, manifest: JSONValue, installed: Date) {
        self.id = id
        self.name = name
        self.version = version
        self.path = path
        self.manifest = manifest
        self.installed = installed
    }
}
