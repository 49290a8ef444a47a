import AppLanguages

/// The texts of lists of addresses, and those of fetches that do not depend on what is fetched.
package struct AddressListsTexts: AppTexts {
    package static let app = "Shared"
    package static let table = "AddressLists"

    package let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag.
    package init(_ surface: String) { self.surface = surface }
}
