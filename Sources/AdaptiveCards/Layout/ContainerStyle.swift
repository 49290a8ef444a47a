/// The background of a container, and the palette that stands on it.
public enum ContainerStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, emphasis, good, attention, warning, accent
}
