/// Where an input's label stands.
public enum LabelPosition: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case above, inline
}
