/// How a set of choices is shown.
public enum ChoiceSetStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// A menu.
    case compact
    /// All choices in view.
    case expanded
    /// A menu that may be searched by typing.
    case filtered
}
