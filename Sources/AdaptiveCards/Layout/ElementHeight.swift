/// How high an element becomes.
public enum ElementHeight: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// As high as its content.
    case auto
    /// As high as its container allows.
    case stretch
}
