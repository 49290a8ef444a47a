import Fetching
import Foundation
import HostModel

/// A node of a message's body after sanitizing; nodes hold only what ``SafeElement``, ``AttributeRule`` and
/// ``SafeStyle`` allow, so a document written from them is safe.
indirect enum SafeNode: Hashable, Sendable {
    case text(String)
    /// An allowed element with its attributes in the order in which they are written.
    case element(SafeElement, [SafeAttribute], [SafeNode])
    /// A picture; `alt` replaces it if it is unavailable.
    case image(source: ImageSource, alt: String, attributes: [SafeAttribute])
}

/// An allowed attribute with a checked, unescaped value.
struct SafeAttribute: Hashable, Sendable {
    /// The name in lower case.
    var name: String
    var value: String

    /// The attributes of a link to an address that ``AttributeRule/link(_:)`` accepted; it opens in a new tab.
    static func link(to address: String) -> [SafeAttribute] {
        [
            SafeAttribute(name: "href", value: address), SafeAttribute(name: "target", value: "_blank"),
            SafeAttribute(name: "rel", value: "noopener noreferrer nofollow"),
        ]
    }
}

package enum ImageSource: Hashable, Sendable {
    /// An http or https address; it is fetched once, when the message arrives.
    case address(String)
    /// A picture inside the message.
    case bytes([UInt8])
}

/// The elements that the body of a message may have, none of which executes, sends or loads anything; the tags of
/// others are dropped and their content is kept, except for those in ``vanishing``.
enum SafeElement: String, Hashable, Sendable, CaseIterable {
    case a, abbr, address, article, aside, b, bdi, bdo, big, blockquote, br, caption, center, cite, code, col, colgroup
    case dd, del, details, dfn, div, dl, dt, em, figcaption, figure, font, footer, h1, h2, h3, h4, h5, h6, header, hr
    case i, ins, kbd, li, main, mark, ol, p, pre, q, s, samp, section, small, span, strike, strong, sub, summary, sup
    case table, tbody, td, tfoot, th, thead, time, tr, tt, u, ul, wbr
    case variable = "var"

    /// Elements that are dropped together with their content, which is not text for people.
    static let vanishing: Set<String> = [
        "script", "style", "template", "iframe", "frame", "frameset", "noframes", "object", "embed", "applet", "audio",
        "video", "canvas", "svg", "math", "select", "datalist", "option", "textarea", "input", "title", "head", "meta",
        "link", "base", "map", "area", "portal", "xmp", "plaintext", "listing", "param", "source", "track", "isindex",
    ]

    /// `true` if the element has neither content nor an end tag.
    var isVoid: Bool { Self.voids.contains(self) }

    /// `true` if its content is on lines of its own.
    var breaksLine: Bool { Self.blocks.contains(self) }

    /// `true` if an empty line separates it from its surroundings.
    var breaksParagraph: Bool { Self.paragraphs.contains(self) }

    private static let voids: Set<SafeElement> = [.br, .col, .hr, .wbr]
    private static let blocks: Set<SafeElement> = [
        .address, .article, .aside, .blockquote, .center, .dd, .details, .div, .dl, .dt, .figcaption, .figure, .footer,
        .h1, .h2, .h3, .h4, .h5, .h6, .header, .hr, .li, .main, .ol, .p, .pre, .section, .summary, .table, .tr, .ul,
        .caption,
    ]
    private static let paragraphs: Set<SafeElement> = [
        .blockquote, .h1, .h2, .h3, .h4, .h5, .h6, .p, .pre, .ul, .ol, .table, .dl, .figure,
    ]
}

extension ImageSource {
    /// Largest size of a picture inside a message, in bytes of base64.
    static let dataLimit = 3 * 1024 * 1024

    /// Parses the `src` of a picture; `nil` unless it is an http or https address or a picture in base64.
    init?(_ text: String) {
        let text = text.trimmed
        if text.prefix(5).lowercased() == "data:" {
            guard text.utf8.count <= Self.dataLimit, let comma = text.firstIndex(of: ","),
                text[..<comma].lowercased().hasSuffix(";base64"),
                let data = Data(base64Encoded: String(text[comma...].dropFirst()), options: .ignoreUnknownCharacters),
                ImageFormat(of: Array(data.prefix(16))) != nil
            else { return nil }
            self = .bytes(Array(data))
        } else {
            guard let address = try? FetchAddress(text) else { return nil }
            self = .address(address.description)
        }
    }
}

/// Determines whether the sender of a body chose colours, which assume a white page.
enum BodyColors {
    private static let properties: Set<String> = ["color", "background", "background-color"]

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
                properties.contains(declaration.prefix { $0 != ":" }.trimmed.lowercased())
            }
        default: false
        }
    }
}
