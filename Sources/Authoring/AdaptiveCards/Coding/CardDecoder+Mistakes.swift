package import JSON

/// Warnings about parts of a card that would otherwise disappear silently: values of a wrong type, unknown names, and
/// features of the format that are not supported.
extension CardDecoder {
    /// The properties of the format, or of its other renderers, that no surface draws.
    private static let unsupportedNames: Set<String> = [
        "$data", "$root", "$when", "authentication", "backgroundImage", "choices.data", "conditionallyEnabled",
        "disabledUnlessAssociatedInputsChange", "fallback", "fillMode", "fitMode", "forceLoad", "grid.area", "height",
        "horizontalAlignment", "horizontalContentAlignment", "id", "inputStyle", "isEnabled.dynamic", "isVisible",
        "isVisible.dynamic", "labelFor", "labelWidth", "layouts", "menuActions", "minWidth", "offset", "references",
        "refresh", "requires", "resources", "role", "roundedCorners", "separator", "showBorder", "showTitle", "spacing",
        "startLineNumber", "style", "targetWidth", "text.dynamic", "themedUrls", "title.dynamic", "valueChangedAction",
    ]

    /// The types of the format, or of its other renderers, that no surface draws.
    private static let unsupportedTypes: Set<String> = [
        "Accordion", "Action.InsertImage", "Action.OpenUrlDialog", "Action.Popover", "Action.ResetInputs",
        "Action.RunCommands", "Action.ShowCard", "Carousel", "CarouselPage", "Chart.HorizontalBar",
        "Chart.HorizontalBar.Stacked", "Chart.Pie", "Chart.VerticalBar.Grouped", "Component", "ImageSet",
        "Input.Number", "Input.Rating", "Media", "RichTextBlock", "TabSet", "TextRun",
    ]

    /// Returns a member of the current object, or `nil` if it is missing or `null`, and records its name as one that such an
    /// object has.
    mutating func member(_ name: String) -> JSONValue? {
        names.append(name)
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }

    /// Reads a list; a value of another type is ignored with a warning.
    mutating func list(_ name: String) -> [JSONValue]? {
        guard let value = member(name) else { return nil }
        guard case .array(let values) = value else { return refuse(value, name, "a list") }
        return values
    }

    /// Warns of a value of the wrong type.
    mutating func refuse<Value>(_ value: JSONValue, _ name: String, _ wanted: StaticString) -> Value? {
        let kind =
            switch value {
            case .null: "null"
            case .bool: "true or false"
            case .integer, .real: "a number"
            case .string: "a text"
            case .array: "a list"
            case .object: "an object"
            }
        warn("This must be \(wanted), not \(kind); it is ignored.", at: name)
        return nil
    }

    /// Warns of the members of the current object that were never read.
    mutating func warnOfUnknownMembers(of kind: String?, known: ArraySlice<String>) {
        guard let kind, warnings.count < Self.warningLimit else { return }
        let found = CardWarning.unknown(
            in: members,
            known: known,
            unsupported: Self.unsupportedNames,
            of: kind,
            at: path.description
        )
        warnings += found.prefix(Self.warningLimit - warnings.count)
    }

    /// Returns `true` if a member of an object is missing or empty, but not if its name is only mistyped or the value
    /// has the wrong type, which have warnings of their own.
    func lacks(_ name: String, _ members: Members) -> Bool {
        let value = members[name] ?? .null
        guard value.isNull || value == "" else { return false }
        return !members.keys.contains { NearestName.nearest(to: $0, among: [name]) != nil }
    }

    /// Warns of an element or an action that is not drawn because of its type, unless its fallback provides for that.
    mutating func warn(ofType type: String, isAction: Bool) {
        let hasFallback = !(members["fallback"] ?? .null).isNull
        let noun = isAction ? "action" : "element"
        let end = hasFallback ? "its fallback is shown" : "it is left out"
        if type.isEmpty { return warn("This has no type, so it is no \(noun); \(end).") }
        if Self.unsupportedTypes.contains(type) {
            if !hasFallback { warn("“\(type)” is not supported here; without a fallback it is left out.", at: "type") }
            return
        }
        let known = isAction ? Self.actionTypes : Self.elementTypes.map { $0.typeName }
        let suggestion = NearestName.suggestion(for: type, among: known)
        if hasFallback, suggestion.isEmpty { return }
        warn("There is no \(noun) “\(type.shortened)”; \(end).\(suggestion)", at: "type")
    }

    /// Warns of an element or an action that is not drawn because a requirement is not met.
    mutating func warn(ofUnmet requires: [String: String], hasFallback: Bool) {
        guard !requires.isEmpty, !hasFallback else { return }
        let unmet = requires.filter { !HostCapabilities.standard.meet([$0.key: $0.value]) }.keys.min()
        guard let name = unmet?.shortened else { return }
        warn("“\(name)” is not there in this version; without a fallback this is left out.", at: "requires")
    }

    /// Records the id of an element, which actions can show and hide.
    mutating func note(id: String) { ids.append(id) }

    /// Records the id of an element that the current value shows or hides.
    mutating func note(target id: String) { targets.append((path.description, id)) }

    /// Records the URL of an image, unless it is empty.
    mutating func note(image address: String, at name: String) {
        guard images.count < Self.imageLimit, !address.isEmpty else { return }
        images.append((path.description(with: name), address))
    }

    /// Records the URL that an action opens, unless it is empty.
    mutating func note(link address: String, at name: String) {
        guard links.count < Self.imageLimit, !address.isEmpty else { return }
        links.append((path.description(with: name), address))
    }

    /// Warns of actions that show or hide elements that the card does not have.
    mutating func checkTargets() {
        guard !targets.isEmpty else { return }
        let known = Set(ids)
        for (path, id) in targets where !known.contains(id) && warnings.count < Self.warningLimit {
            let suggestion = NearestName.suggestion(for: id, among: ids.prefix(100))
            let message = "No element of the card has the id “\(id.shortened)”; nothing happens.\(suggestion)"
            warnings.append(CardWarning(path: path, message: message))
        }
    }
}

extension CardWarning {
    /// The largest number of unknown members of one object with a warning each.
    private static let nameLimit = 10

    /// Properties without an effect on what is drawn.
    private static let silentNames: Set<String> = ["$comment", "$schema", "metadata", "msTeams", "type"]

    /// Warns of an object's unknown members: of each one, with the name that was probably meant, or of all at once if
    /// there are more than ten; returns the warnings by name.
    ///
    /// The format has the `unsupported` names too, but they have no effect here. The `kind` is a noun for the object,
    /// such as "TextBlock" or "a fact", and the `path` is evaluated only if there is a warning.
    package static func unknown(
        in members: [String: JSONValue],
        known: some Collection<String>,
        unsupported: Set<String> = [],
        of kind: String,
        at path: @autoclosure () -> String
    ) -> [CardWarning] {
        let unknown = members.keys.filter { !known.contains($0) && !silentNames.contains($0) }
        guard !unknown.isEmpty else { return [] }
        let place = path()
        guard unknown.count <= nameLimit else {
            let message = "\(unknown.count) members are no properties of \(kind); they are ignored."
            return [CardWarning(path: place, message: message)]
        }
        return unknown.sorted().map { name in
            let short = name.shortened
            let message =
                unsupported.contains(name)
                ? "“\(short)” is not supported here; it is ignored."
                : "“\(short)” is no property of \(kind); it is ignored."
                    + NearestName.suggestion(for: name, among: known)
            return CardWarning(path: place.isEmpty ? short : "\(place).\(short)", message: message)
        }
    }
}

extension NearestName {
    /// Words from style sheets and everyday language with keywords of the same meaning; the first one that a property
    /// has counts.
    private static let synonyms: [String: [String]] = [
        "amber": ["warning", "categoricalMarigold"], "big": ["large"], "black": ["dark"],
        "blue": ["accent", "categoricalBlue"], "circle": ["circular", "person"], "code": ["monospace"],
        "danger": ["attention"], "end": ["right", "after"], "error": ["attention"], "fill": ["stretch"],
        "gray": ["neutral", "subtle"], "green": ["good"], "grey": ["neutral", "subtle"],
        "huge": ["extraLarge", "xxLarge", "large"], "info": ["informative", "accent"], "lg": ["large"],
        "md": ["medium"], "middle": ["center"], "mono": ["monospace"],
        "normal": ["default", "regular", "standard", "medium"], "orange": ["warning", "categoricalMarigold"],
        "primary": ["accent", "positive"], "purple": ["categoricalPurple"], "red": ["attention", "categoricalRed"],
        "regular": ["default", "standard"], "round": ["circular", "rounded", "person"], "sm": ["small"],
        "start": ["left", "before"], "success": ["good"], "thin": ["lighter"],
        "tiny": ["extraSmall", "xSmall", "small"], "title": ["heading"], "white": ["light"],
        "xl": ["extraLarge", "xLarge"], "xs": ["extraSmall", "xSmall"],
        "yellow": ["warning", "categoricalMarigold"],
    ]

    /// Returns the keyword that was probably meant: the nearest one, else the only one that begins with the text or
    /// that the text begins with, such as "bolder" for "bold", else one of the same meaning.
    static func keyword(for text: String, among known: [String]) -> String? {
        if let name = nearest(to: text, among: known) { return name }
        let wanted = letters(text)
        guard (2...lengthLimit).contains(wanted.count) else { return nil }
        let alike = known.filter { keyword in
            let given = letters(keyword)
            return min(wanted.count, given.count) >= 3 && (given.starts(with: wanted) || wanted.starts(with: given))
        }
        if alike.count == 1 { return alike[0] }
        return synonyms[String(decoding: wanted, as: UTF8.self)]?.first { known.contains($0) }
    }
}

extension String {
    /// The first 40 characters of the text, for a message.
    var shortened: String {
        unicodeScalars.count <= 40 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(40))) + "…"
    }
}
