/// A piece of a message's body that was found harmless.
///
/// Only what ``SafeElement`` and ``SafeStyle`` allow becomes one, so whatever is written from these is harmless too.
indirect enum SafeNode: Hashable, Sendable {
    /// Text, unescaped.
    case text(String)
    /// An element of the allow-list, its attributes in the order in which they are written.
    case element(SafeElement, [SafeAttribute], [SafeNode])
    /// A picture; what stands there instead if it cannot be had is `alt`.
    case image(source: ImageSource, alt: String, attributes: [SafeAttribute])
}

/// An attribute of an element of the allow-list; the value was checked and is unescaped.
struct SafeAttribute: Hashable, Sendable {
    /// Its name, in lower case.
    var name: String
    /// Its value.
    var value: String
}

/// Where a picture of a message comes from.
package enum ImageSource: Hashable, Sendable {
    /// An address, http or https; it is fetched when the message arrives and never again.
    case address(String)
    /// The picture stood in the message itself.
    case bytes([UInt8])
}
