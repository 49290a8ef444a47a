/// How an address of the web names a host: a name or a network address, an IPv6 one with or without its brackets.
package struct HostText: Hashable, Sendable {
    private let text: String

    /// Takes a text, in whichever case it is written.
    package init(_ text: some StringProtocol) {
        let isBracketed = text.first == "[" && text.last == "]"
        self.text = (isBracketed ? String(text.dropFirst().dropLast()) : String(text)).lowercased()
    }

    /// Whether it means this machine, so that nobody between the two sees what is sent: `localhost` and what ends with
    /// `.localhost` (RFC 6761, section 6.3), and loopback addresses.
    ///
    /// A name that merely looks like an address, such as `127.example.org`, may be anyone's.
    package var isLoopback: Bool {
        text == "localhost" || text.hasSuffix(".localhost") || NetworkAddress(text)?.isLoopback == true
    }
}
