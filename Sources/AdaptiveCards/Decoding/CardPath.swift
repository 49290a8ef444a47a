/// A place in a card.
struct CardPath: CustomStringConvertible {
    enum Step {
        case name(String)
        case index(Int)
    }

    var steps: [Step] = []

    /// The place as text, such as `body[0].items[2]`.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            }
        }
        return text
    }

    /// The place of a member of what stands here.
    func description(with name: String?) -> String {
        guard let name else { return description }
        return steps.isEmpty ? name : "\(description).\(name)"
    }
}
