/// Whether an action validates and sends the card's inputs.
public enum AssociatedInputs: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case auto, none
}
