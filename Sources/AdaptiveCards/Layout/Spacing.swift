/// How much room is left before an element.
public enum Spacing: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case none, extraSmall, small, `default`, medium, large, extraLarge, padding
}
