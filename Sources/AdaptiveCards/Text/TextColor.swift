/// The color of a text by its meaning; the surface and its theme decide on the tone.
public enum TextColor: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, dark, light, accent, good, warning, attention
}
