import Fetching
import Foundation

/// A piece of a message's body that was found harmless.
///
/// Only what ``SafeElement`` and ``SafeStyle`` allow becomes one, so whatever is written from these is harmless too.
indirect enum SafeNode: Hashable, Sendable {
    /// Text, unescaped.
    case text(String)
    /// An element of the allow-list, its attributes in the order in which they are written.
    case element(SafeElement, [SafeAttribute], [SafeNode])
    /// A picture; what stands there instead if it cannot be had is `alt`.
    case image(source: ImageSource, alt: String, attributes: [SafeAttribute])
}

/// An attribute of an element of the allow-list; the value was checked and is unescaped.
struct SafeAttribute: Hashable, Sendable {
    /// Its name, in lower case.
    var name: String
    /// Its value.
    var value: String
}

/// Where a picture of a message comes from.
package enum ImageSource: Hashable, Sendable {
    /// An address, http or https; it is fetched when the message arrives and never again.
    case address(String)
    /// The picture stood in the message itself.
    case bytes([UInt8])
}

/// The elements that the body of a message may have.
///
/// None of them runs, sends or fetches anything. What is not here is left out, and what it holds stays unless it is one
/// of ``vanishing``.
enum SafeElement: String, Hashable, Sendable, CaseIterable {
    case a, abbr, address, article, aside, b, bdi, bdo, big, blockquote, br, caption, center, cite, code, col, colgroup
    case dd, del, details, dfn, div, dl, dt, em, figcaption, figure, font, footer, h1, h2, h3, h4, h5, h6, header, hr
    case i, ins, kbd, li, main, mark, ol, p, pre, q, s, samp, section, small, span, strike, strong, sub, summary, sup
    case table, tbody, td, tfoot, th, thead, time, tr, tt, u, ul, wbr
    case variable = "var"

    /// Elements whose content goes with them: it is no text for people, or it means nothing without the element.
    static let vanishing: Set<String> = [
        "script", "style", "template", "iframe", "frame", "frameset", "noframes", "object", "embed", "applet", "audio",
        "video", "canvas", "svg", "math", "select", "datalist", "option", "textarea", "input", "title", "head", "meta",
        "link", "base", "map", "area", "portal", "xmp", "plaintext", "listing", "param", "source", "track", "isindex",
    ]

    /// Whether it has no content and no end.
    var isVoid: Bool {
        switch self {
        case .br, .col, .hr, .wbr: true
        default: false
        }
    }

    /// Whether what stands in it begins and ends a line of text.
    var breaksLine: Bool {
        switch self {
        case .address, .article, .aside, .blockquote, .center, .dd, .details, .div, .dl, .dt, .figcaption, .figure,
            .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hr, .li, .main, .ol, .p, .pre, .section, .summary, .table,
            .tr, .ul, .caption:
            true
        default: false
        }
    }

    /// Whether an empty line sets it apart from what stands around it.
    var breaksParagraph: Bool {
        switch self {
        case .blockquote, .h1, .h2, .h3, .h4, .h5, .h6, .p, .pre, .ul, .ol, .table, .dl, .figure: true
        default: false
        }
    }
}

extension ImageSource {
    /// How many bytes of base64 a picture within a message may have.
    static let dataLimit = 3 * 1024 * 1024

    /// Reads the `src` of a picture; none for what is neither http, https nor a picture in the message itself.
    init?(_ text: String) {
        let text = AttributeRule.trimmed(text)
        if text.prefix(5).lowercased() == "data:" {
            guard text.utf8.count <= Self.dataLimit, let comma = text.firstIndex(of: ","),
                text[..<comma].lowercased().hasSuffix(";base64"),
                let data = Data(
                    base64Encoded: String(text[text.index(after: comma)...]),
                    options: .ignoreUnknownCharacters
                ),
                ImageFormat(of: Array(data.prefix(16))) != nil
            else { return nil }
            self = .bytes(Array(data))
        } else {
            guard let address = try? FetchAddress(text) else { return nil }
            self = .address(address.description)
        }
    }
}

/// Finds out whether whoever wrote a body chose colours, and so thought of a white page.
enum BodyColors {
    private static let properties: Set<String> = ["color", "background", "background-color"]

    /// Whether any element has a colour or a background of its own.
    static func areChosen(in nodes: [SafeNode]) -> Bool {
        nodes.contains { node in
            switch node {
            case .text: false
            case .image(_, _, let attributes): attributes.contains(where: isColor)
            case .element(_, let attributes, let content):
                attributes.contains(where: isColor) || areChosen(in: content)
            }
        }
    }

    private static func isColor(_ attribute: SafeAttribute) -> Bool {
        switch attribute.name {
        case "bgcolor", "color": true
        case "style":
            attribute.value.split(separator: ";").contains { declaration in
                properties.contains(AttributeRule.trimmed(String(declaration.prefix { $0 != ":" })).lowercased())
            }
        default: false
        }
    }
}
