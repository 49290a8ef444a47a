/// Whether an action is a button of its own or stands behind a "more" button.
public enum ActionMode: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case primary, secondary
}
