import CXML2

/// Parses untrusted HTML and keeps what the allow-lists permit.
///
/// libxml2's parser recovers from any input, as browsers do. Only allowed elements and attributes of its tree become
/// nodes, so it does not matter where the parser and a browser disagree. ``MarkupFilter`` rewrites the input first,
/// because the parser is slow on some malicious tags.
struct HTMLSanitizer {
    /// Greatest depth of nested elements; deeper ones are dropped.
    static let depthLimit = 100
    /// Largest number of elements and texts in a body; later ones are dropped.
    static let nodeLimit = 50_000

    private var nodesLeft = nodeLimit

    /// Returns the allowed nodes of HTML in UTF-8; none if it cannot be parsed.
    static func sanitize(_ html: some Sequence<UInt8>) -> [SafeNode] {
        _ = isReady
        // The parser stops at a NUL; browsers do not. Malformed UTF-8 becomes replacement characters.
        let text = Array(String(decoding: html.filter { $0 != 0 }, as: UTF8.self).utf8)
        var bytes = MarkupFilter.filter(text)
        guard !bytes.isEmpty, bytes.count <= Int(Int32.max) else { return [] }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_COMPACT.rawValue
        let count = Int32(bytes.count)
        let document = bytes.withUnsafeMutableBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return htmlReadMemory(start, count, nil, "UTF-8", Int32(bitPattern: options))
        }
        guard let document else { return [] }
        defer { xmlFreeDoc(document) }
        var sanitizer = HTMLSanitizer()
        return sanitizer.siblings(from: document.pointee.children, depth: 0)
    }

    private mutating func siblings(from first: xmlNodePtr?, depth: Int) -> [SafeNode] {
        guard depth < Self.depthLimit else { return [] }
        var nodes: [SafeNode] = []
        var next = first
        while let node = next {
            next = node.pointee.next
            guard nodesLeft > 0 else { break }
            nodesLeft -= 1
            switch node.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let text = Self.text(node.pointee.content), !text.isEmpty { nodes.append(.text(text)) }
            case XML_ELEMENT_NODE: nodes += element(node, depth: depth)
            default: continue
            }
        }
        return nodes
    }

    private mutating func element(_ node: xmlNodePtr, depth: Int) -> [SafeNode] {
        guard let name = Self.text(node.pointee.name)?.lowercased(), !SafeElement.vanishing.contains(name) else {
            return []
        }
        if name == "img" { return image(node) }
        let content = siblings(from: node.pointee.children, depth: depth + 1)
        if name == "body" { return body(node, content) }
        guard let element = SafeElement(rawValue: name) else { return content }
        var attributes: [SafeAttribute] = []
        for (attribute, value) in Self.attributes(of: node) {
            if element == .a, attribute == "href" {
                guard let address = AttributeRule.link(value) else { continue }
                attributes += SafeAttribute.link(to: address)
            } else if let value = AttributeRule.value(of: attribute, value, on: name) {
                attributes.append(SafeAttribute(name: attribute, value: value))
            }
        }
        return [.element(element, attributes, element.isVoid ? [] : content)]
    }

    /// Moves the colours of `<body>` to an element that encloses its content.
    private func body(_ node: xmlNodePtr, _ content: [SafeNode]) -> [SafeNode] {
        var styles: [String] = []
        for (attribute, value) in Self.attributes(of: node) {
            switch attribute {
            case "style": if let style = SafeStyle.filter(value) { styles.append(style) }
            case "bgcolor": if AttributeRule.isColor(value) { styles.append("background-color: \(value)") }
            case "text": if AttributeRule.isColor(value) { styles.append("color: \(value)") }
            default: continue
            }
        }
        guard !styles.isEmpty else { return content }
        return [.element(.div, [SafeAttribute(name: "style", value: styles.joined(separator: "; "))], content)]
    }

    private func image(_ node: xmlNodePtr) -> [SafeNode] {
        var source: ImageSource?
        var alt = ""
        var attributes: [SafeAttribute] = []
        for (attribute, value) in Self.attributes(of: node) {
            switch attribute {
            case "src": source = ImageSource(value)
            case "alt": alt = String(value.trimmed.prefix(AttributeRule.textLength))
            default:
                if attribute == "width" || attribute == "height", AttributeRule.isTrackingSize(value) { return [] }
                guard let value = AttributeRule.value(of: attribute, value, on: "img") else { continue }
                attributes.append(SafeAttribute(name: attribute, value: value))
            }
        }
        guard let source else { return alt.isEmpty ? [] : [.text(alt)] }
        return [.image(source: source, alt: alt, attributes: attributes)]
    }

    private static func attributes(of node: xmlNodePtr) -> [(name: String, value: String)] {
        var found: [(String, String)] = []
        var next = node.pointee.properties
        while let attribute = next {
            next = attribute.pointee.next
            guard let name = text(attribute.pointee.name)?.lowercased(), !found.contains(where: { $0.0 == name }) else {
                continue
            }
            var value = ""
            var part = attribute.pointee.children
            while let node = part {
                value += text(node.pointee.content) ?? ""
                part = node.pointee.next
            }
            found.append((name, value))
        }
        return found
    }

    private static func text(_ pointer: UnsafePointer<xmlChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private static func text(_ pointer: UnsafeMutablePointer<xmlChar>?) -> String? {
        pointer.map { String(cString: UnsafePointer($0)) }
    }

    /// Initializes the library once, before any thread uses it.
    private static let isReady: Void = xmlInitParser()
}
