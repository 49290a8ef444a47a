/// Where an element stands on its line; left and right mean start and end, and so change sides in right-to-left text.
public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case left, center, right
}
