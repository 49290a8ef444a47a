/// The size of an image; an explicit width or height has precedence.
public enum ImageSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// The image's own size, at most the room there is.
    case auto
    /// The whole width.
    case stretch
    case small, medium, large
}
