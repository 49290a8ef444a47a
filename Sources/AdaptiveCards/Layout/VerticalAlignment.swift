/// Where content stands in a container that is higher than it.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case top, center, bottom
}
