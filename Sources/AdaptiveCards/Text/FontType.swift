/// The family of a font.
public enum FontType: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, monospace
}
