/// What a text is; it decides on the looks that the text leaves open, and on its role for screen readers.
public enum TextStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, heading, columnHeader
}
