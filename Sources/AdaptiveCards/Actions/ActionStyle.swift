/// The tone of an action.
public enum ActionStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`
    /// The one thing most people will want to do.
    case positive
    /// Something that is lost afterwards.
    case destructive
}
