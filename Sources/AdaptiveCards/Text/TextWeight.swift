/// The weight of a text.
public enum TextWeight: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case lighter, `default`, bolder
}
