import HTTPTypes
import HostModel

/// The rights of the device for which a page is written.
enum PageRights {
    /// Name of the header that tells a page's script the rights of the device; if they have changed, the page is
    /// reloaded.
    static let field = HTTPField.Name("Today-Rights") ?? .vary

    /// Rights of the device for which a page is being written.
    @TaskLocal static var current: DeviceRights = .change
}
