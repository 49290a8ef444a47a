/// The size of a text, relative to the surface's own.
public enum TextSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case small, `default`, medium, large, extraLarge
}
