/// Checks that an SVG is a plain, still drawing: well-formed, without scripts and without external references.
///
/// It allows only the elements of shapes, gradients, text and styles, so that new kinds of active content are refused
/// too. Constructs that multiply content (entities, `use`, patterns, nested masks) are refused, and so are document
/// types and processing instructions. Pages show an SVG as an image, in which browsers run no scripts anyway.
struct SVGChecker {
    typealias Box = (width: Double, height: Double)

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let elements: Set<String> = [
        "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "style",
    ]
    private static let depthLimit = 32
    private static let elementLimit = 5_000
    private static let attributeLimit = 64
    /// CSS functions besides `url` that load something.
    private static let loadingFunctions = ["image(", "image-set(", "src(", "cross-fade(", "element(", "expression("]

    private let bytes: [UInt8]
    private var place = 0
    private var open: [String] = []
    private var count = 0
    private var style = ""
    private var box: Box?

    /// Checks a file, and returns the size of its `viewBox`; throws the first mistake.
    static func check(_ bytes: [UInt8]) throws(BundleMistake) -> Box {
        guard let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value) })
        else { throw malformed("it is not UTF-8, or has control characters") }
        var checker = SVGChecker(bytes: bytes)
        try checker.document()
        guard let box = checker.box else { throw malformed("it has no element svg") }
        return box
    }

    private static func malformed(_ reason: String) -> BundleMistake {
        BundleMistake(message: "It is a malformed SVG: \(reason).", remedy: "Save it anew as plain SVG.")
    }

    private static func refused(_ what: String) -> BundleMistake {
        BundleMistake(
            message: "It has \(what), which images of a bundle must not have.",
            remedy: "Save it as plain SVG of shapes, gradients and text, with nothing from outside."
        )
    }

    // MARK: - Markup

    private mutating func document() throws(BundleMistake) {
        if starts("\u{FEFF}") { place += 3 }
        if starts("<?xml ") {
            let declaration = try through("?>").lowercased()
            if declaration.contains("encoding"), !declaration.contains("utf-8") {
                throw Self.malformed("its encoding is not UTF-8")
            }
        }
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "<") {
                try text()
            } else if starts("<!--") {
                place += 4
                _ = try through("-->")
            } else if starts("<![CDATA[") {
                guard let element = open.last else { throw Self.malformed("text is outside of the drawing") }
                place += 9
                let content = try through("]]>").dropLast(3)
                if element == "style" { style += content }
            } else if starts("<!") {
                throw Self.refused("a document type declaration")
            } else if starts("<?") {
                throw Self.refused("a processing instruction")
            } else if starts("</") {
                try closeElement()
            } else {
                try openElement()
            }
        }
        guard open.isEmpty else { throw Self.malformed("the element \(open[open.count - 1]) does not end") }
    }

    private mutating func text() throws(BundleMistake) {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        let text = try Self.decoded(bytes[start..<place])
        guard let element = open.last else {
            guard text.allSatisfy(\.isWhitespace) else { throw Self.malformed("text is outside of the drawing") }
            return
        }
        if element == "style" { style += text }
    }

    private mutating func closeElement() throws(BundleMistake) {
        place += 2
        let name = try readName()
        skipBlanks()
        guard starts(">"), open.popLast() == name else { throw Self.malformed("</\(name)> ends what is not open") }
        place += 1
        try endElement(name)
    }

    private mutating func endElement(_ name: String) throws(BundleMistake) {
        guard name == "style" else { return }
        try Self.checkStyleSheet(style)
        style = ""
    }

    private mutating func openElement() throws(BundleMistake) {
        place += 1
        let name = try readName()
        guard Self.elements.contains(name) else { throw Self.refused("the element \(name.prefix(40))") }
        count += 1
        guard count <= Self.elementLimit else { throw Self.refused("more than \(Self.elementLimit) elements") }
        guard open.count < Self.depthLimit else { throw Self.refused("elements deeper than \(Self.depthLimit)") }
        if open.last == "style" { throw Self.refused("an element in a style sheet") }
        let attributes = try readAttributes(of: name)
        if open.isEmpty {
            guard box == nil else { throw Self.malformed("it has two outermost elements") }
            try readRoot(name, attributes)
        }
        if starts("/>") {
            place += 2
            try endElement(name)
        } else if starts(">") {
            place += 1
            open.append(name)
        } else {
            throw Self.malformed("the element \(name) is cut off")
        }
    }

    private mutating func readRoot(_ name: String, _ attributes: [String: String]) throws(BundleMistake) {
        guard name == "svg", attributes["xmlns"] == Self.namespace else {
            throw BundleMistake(
                message: "Its outermost element is no SVG.",
                remedy: "Begin it with <svg xmlns=\"\(Self.namespace)\" viewBox=\"0 0 64 64\">."
            )
        }
        let numbers = (attributes["viewBox"] ?? "").split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && abs($0) <= 100_000 }), numbers[2] > 0,
            numbers[3] > 0
        else {
            throw BundleMistake(
                message: "It has no viewBox, so that it cannot be scaled.",
                remedy: "Give the element svg a viewBox such as \"0 0 64 64\"."
            )
        }
        box = (numbers[2], numbers[3])
    }

    private mutating func readAttributes(of element: String) throws(BundleMistake) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            let start = place
            skipBlanks()
            if place >= bytes.count || starts(">") || starts("/>") { return attributes }
            guard place > start else { throw Self.malformed("a blank is missing in the element \(element)") }
            let name = try readName()
            skipBlanks()
            guard starts("=") else { throw Self.malformed("the attribute \(name) has no value") }
            place += 1
            skipBlanks()
            guard starts("\"") || starts("'") else { throw Self.malformed("the attribute \(name) has no quotes") }
            let quote = bytes[place]
            place += 1
            let begin = place
            while place < bytes.count, bytes[place] != quote {
                if bytes[place] == UInt8(ascii: "<") { throw Self.malformed("there is a < in the attribute \(name)") }
                place += 1
            }
            guard place < bytes.count else { throw Self.malformed("the attribute \(name) does not end") }
            let value = try Self.decoded(bytes[begin..<place])
            place += 1
            guard attributes.updateValue(value, forKey: name) == nil else {
                throw Self.malformed("the element \(element) has the attribute \(name) twice")
            }
            guard attributes.count <= Self.attributeLimit else { throw Self.refused("an element with many attributes") }
            try check(name, value, of: element)
        }
    }

    // MARK: - What is allowed

    private func check(_ name: String, _ value: String, of element: String) throws(BundleMistake) {
        let local = (name.split(separator: ":").last.map(String.init) ?? name).lowercased()
        if local.hasPrefix("on") { throw Self.refused("the event handler \(name.prefix(40))") }
        if name == "xmlns" || name == "xmlns:svg" {
            guard value == Self.namespace else { throw Self.refused("elements of another language than SVG") }
        }
        if name.hasPrefix("xmlns") { return }
        if ["src", "base", "data", "action"].contains(local) { throw Self.refused("the attribute \(name)") }
        if local == "href", !value.hasPrefix("#") { throw Self.refused("a link to something outside") }
        let isNested = (open + [element]).contains { $0 == "mask" || $0 == "clipPath" }
        if isNested, ["mask", "clip-path", "style", "class"].contains(local) {
            throw Self.refused("the attribute \(name) within a mask or clipPath")
        }
        try Self.checkStyle(value)
    }

    private static func checkStyleSheet(_ text: String) throws(BundleMistake) {
        let lower = text.lowercased()
        for part in lower.split(separator: "@", omittingEmptySubsequences: false).dropFirst()
        where !part.hasPrefix("media") {
            throw refused("@\(part.prefix { $0.isLetter || $0 == "-" }.prefix(20)) in a style sheet")
        }
        for word in ["mask", "clip-path"] where lower.contains(word) {
            throw refused("\(word) in a style sheet")
        }
        try checkStyle(text)
    }

    /// Checks a value that may be read as CSS: it must load nothing and hide nothing behind escapes.
    private static func checkStyle(_ text: String) throws(BundleMistake) {
        let lower = text.lowercased()
        if lower.contains("\\") { throw refused("a backslash in a style or attribute") }
        if let function = loadingFunctions.first(where: lower.contains) {
            throw refused("\(function.dropLast()) in a style or attribute")
        }
        for part in lower.split(separator: "url(", omittingEmptySubsequences: false).dropFirst() {
            let target = part.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
            guard target.hasPrefix("#") else { throw refused("a url() of something outside") }
        }
    }

    // MARK: - Characters

    private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func skipBlanks() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    /// Reads up to and including a text.
    private mutating func through(_ end: String) throws(BundleMistake) -> String {
        let start = place
        let last = Array(end.utf8)
        while place + last.count <= bytes.count {
            if bytes[place] == last[0], starts(end) {
                place += last.count
                return String(decoding: bytes[start..<place], as: UTF8.self)
            }
            place += 1
        }
        throw Self.malformed("\(end) is missing")
    }

    private mutating func readName() throws(BundleMistake) -> String {
        let start = place
        while place < bytes.count,
            BundleNames.isAlphanumeric(bytes[place])
                || [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(bytes[place])
        { place += 1 }
        guard place > start, !BundleNames.isDigit(bytes[start]) else { throw Self.malformed("a name is missing") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Replaces XML's five entities and numeric character references, and refuses all other entities.
    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(BundleMistake) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        let known: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var result = ""
        for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else {
                result += part
                continue
            }
            guard let semicolon = part.firstIndex(of: ";") else { throw malformed("there is a bare &") }
            let entity = part[..<semicolon]
            if let character = known[entity] {
                result += character
            } else if let scalar = scalar(entity) {
                result.unicodeScalars.append(scalar)
            } else {
                throw refused("the entity \(entity.prefix(20))")
            }
            result += part[part.index(after: semicolon)...]
        }
        return result
    }

    private static func scalar(_ entity: Substring) -> Unicode.Scalar? {
        guard entity.hasPrefix("#"), entity.utf8.count <= 9 else { return nil }
        let digits = entity.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number) else { return nil }
        return Unicode.Scalar(number)
    }
}
