/// The outline of an image.
public enum ImageStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`
    /// Cropped to a circle, for people.
    case person
}
