/// A name that one app owns and others use only with the person's consent.
package struct Claim: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// What kind of name it is.
    package var kind: ClaimKind
    /// The name.
    package var name: String

    /// Names something.
    package init(_ kind: ClaimKind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    /// The kind and the name.
    package var description: String { "\(kind.noun) \(name)" }

    /// Orders by kind, then by name.
    package static func < (left: Claim, right: Claim) -> Bool {
        (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
    }
}
