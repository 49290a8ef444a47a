/// How large a bundle and its parts may be.
package struct BundleLimits: Hashable, Sendable {
    /// The size of a property list, a strings file or a card, in bytes.
    package var fileBytes = 256 * 1024
    /// How deep the values of a property list nest.
    package var propertyListDepth = 16
    /// How many widgets an app may have.
    package var widgets = 32
    /// How many languages a bundle may be localised into.
    package var languages = 200
    /// The size of all files together, in bytes.
    package var bundleBytes = 512 * 1024 * 1024
    /// How many files, folders and links a bundle may hold.
    package var entries = 10_000
    /// How deep folders nest.
    package var folderDepth = 32

    /// The limits that apply unless a test lowers them.
    package init() {}
}
