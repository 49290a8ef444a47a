import CloudStore
import JSON

/// A place in a selector that names a static list or a segment.
struct AudienceReference {
    /// What is named.
    enum Target: Hashable {
        case staticList(String)
        case segment(SegmentID)
    }

    let target: Target
    let node: BodyNode

    /// Finds them all in a selector that ``AudienceParser`` has read.
    static func all(in selector: BodyNode) throws(AirshipError) -> [AudienceReference] {
        guard selector.value.objectValue != nil else { return [] }
        var found: [AudienceReference] = []
        for (name, part) in try selector.members() {
            switch name.lowercased() {
            case "and", "or":
                for element in try part.oneOrMore(limit: .max) { found += try all(in: element) }
            case "not": found += try all(in: part)
            case "static_list":
                for element in try part.oneOrMore(limit: .max) {
                    found.append(AudienceReference(target: .staticList(try element.text()), node: element))
                }
            case "segment":
                for element in try part.oneOrMore(limit: .max) {
                    found.append(AudienceReference(target: .segment(SegmentID(try element.text())), node: element))
                }
            default: break
            }
        }
        return found
    }
}
