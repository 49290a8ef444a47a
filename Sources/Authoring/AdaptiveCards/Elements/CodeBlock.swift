import JSON

/// A command or another text in a programming language, shown verbatim, with a button that copies it.
public struct CodeBlock: Hashable, Sendable, CardComponent {
    static let typeName = "CodeBlock"

    /// The text, without markup.
    public var codeSnippet: String
    /// The name of the language, such as `Bash`; it does not change what is drawn.
    public var language: String?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .codeBlock(self) }

    /// The lines, without control characters.
    ///
    /// A person copies exactly what they see: no character moves a terminal's cursor or is invisible.
    public var lines: [String] {
        codeSnippet.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var kept = String.UnicodeScalarView()
            for scalar in line.unicodeScalars {
                switch scalar.properties.generalCategory {
                case .control: if scalar == "\t" { kept.append(scalar) }
                case .format, .lineSeparator, .paragraphSeparator: break
                default: kept.append(scalar)
                }
            }
            return String(kept)
        }
    }

    /// Creates a code block.
    public init(_ codeSnippet: String, language: String? = nil) {
        self.codeSnippet = codeSnippet
        self.language = language
    }
}

extension CodeBlock: ElementPart {
    init() { self.init("") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("codeSnippet", &codeSnippet)
        visitor.value("language", &language)
        try common.visit(&visitor)
    }
}
