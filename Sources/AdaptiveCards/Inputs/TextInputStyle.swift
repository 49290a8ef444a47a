/// What kind of text a field expects; it chooses the keyboard and whether the text is hidden.
public enum TextInputStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case text, tel, url, email, password
}
