public import TodayKit

/// The form that adds an address with a name to a list.
public struct AddressForm: Hashable, Sendable {
    /// The id of the input of the address.
    public static let addressInput = "address"
    /// The id of the input of the name.
    public static let nameInput = "name"

    private let texts: AddressListsTexts

    /// Creates the form for the language of the surface, a BCP 47 tag.
    public init(_ language: String) { texts = AddressListsTexts(language) }

    /// Says that a name is longer than ``EnteredText/nameLimit``.
    public var nameTooLong: String { texts.useAtMost(EnteredText.nameLimit) }

    /// Returns the form.
    ///
    /// - Parameters:
    ///   - title: What is added.
    ///   - example: An address that it could be.
    ///   - nameHint: What is used if the name is left empty.
    ///   - submit: The button that adds it.
    /// - Returns: A container with the id `add`.
    public func container(title: String, example: String, nameHint: String, submit: Action) -> Container {
        Container(style: .emphasis) {
            TextBlock(title, weight: .bolder)
            TextInput(
                id: Self.addressInput,
                label: texts.address,
                placeholder: example,
                maxLength: EnteredText.addressLimit
            )
            TextInput(
                id: Self.nameInput,
                label: texts.name,
                placeholder: nameHint,
                maxLength: EnteredText.nameLimit
            )
            ActionSet { submit }
        }
        .id("add").spacing(.large)
    }
}
