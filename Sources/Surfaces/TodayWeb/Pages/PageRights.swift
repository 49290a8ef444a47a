import HTTPTypes
import HostStorage

/// What the device may do for which a page is written.
enum PageRights {
    /// The field of answers to a page's script that says what the device may do; a page that shows more or less is loaded again.
    static let field = HTTPField.Name("Today-Rights") ?? .vary

    /// The rights of the device for which a page is being written.
    @TaskLocal static var current: DeviceRights = .change
}
