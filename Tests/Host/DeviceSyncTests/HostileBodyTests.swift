import Glibc
import Testing

@testable import DeviceSync

/// Bodies that are made to take long: the time that they take grows with their length, whatever they hold.
@Suite struct HostileBodyTests {
    private static let length = 512 * 1024
    /// Processor time in seconds; what is linear takes about one without optimization, what is not takes minutes.
    #if SANITIZED
        private static let bound = 30.0
    #else
        private static let bound = 5.0
    #endif

    /// A body that a test report names by its beginning, since it is long.
    struct Body: Sendable, CustomTestStringConvertible {
        var source: String
        var testDescription: String { "\(String(source.prefix(40)).debugDescription)…, \(source.utf8.count) bytes" }
    }

    private static func long(_ piece: String, _ length: Int = length) -> String {
        String(repeating: piece, count: max(1, length / piece.utf8.count))
    }

    /// Different names for attributes: `baaa caaa …`.
    private static func names(_ count: Int) -> String {
        (0..<count).map { number in
            var rest = number
            return String(
                decoding: (0..<4).map { _ in
                    defer { rest /= 26 }
                    return UInt8(ascii: "a") + UInt8(rest % 26)
                },
                as: UTF8.self
            )
        }.joined(separator: " ")
    }

    private func expectLinear(_ source: String, _ type: BodyType) {
        let bytes = Array(source.utf8)
        let before = Self.processorTime
        let nodes = type.nodes(of: bytes[...])
        let size =
            BodyHTMLWriter.document(nodes, images: [:], hasOwnColors: true).count
            + BodyTextWriter.text(of: nodes).utf8.count
        let time = Self.processorTime - before
        #expect(time < Self.bound, "\(time) s for \(size) bytes of \(type): \(source.prefix(40))")
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test(
        arguments: [
            "word " + long("."), long(".", 200_000) + " " + long(")", 200_000), "http://a" + long("."), long("x"),
            long("http://a.b). "), long("\n"), long(" "), "a" + long("\u{301}"), "http://a" + long("\u{301}."),
            long("\u{1F1E6}"), long("http://a.b)\n"),
        ].map(Body.init)
    )
    func plainText(body: Body) { expectLinear(body.source, .plain) }

    @Test(
        arguments: [
            long("*"), long("*_["), long("***a"), long("["), long("]("), long("[a]("), long("a](b"), "[" + long("]("),
            "[" + long(long("](", 1900) + ")"), long("[", length / 2) + long(long("]((", 1900) + ")", length / 2),
            long("[", length / 2) + long("](a \"", length / 2), long("`"), long("<"), long("&"), long("- a\n"),
            long("- - "), long("> "), long("> > a\n"), long("\\"), long("a  \n"),
        ].map(Body.init)
    )
    func markdown(body: Body) { expectLinear(body.source, .markdown) }

    @Test(
        arguments: [
            "<p " + names(100_000) + ">x</p>",
            "<p " + names(60_000).split(separator: " ").joined(separator: "=1 ") + ">",
            long("<html " + names(60) + ">"), "</p " + names(100_000) + ">", "<!-- <p \"--><p " + names(100_000) + ">x",
            "<script><p '</script ><p " + names(100_000) + ">", "<p a='<p " + names(100_000) + ">", long("<b>"),
            long("<p>"),
            long("<table><tr><td>"), long("<ul><li>"), long("<blockquote>"), long("<b>x</b>"),
            long("<x>", 300) + long("<i>"),
            long("<"), long("<!"), long("<!--"), long("<!-- -"), long("<!--->"), long("<?"), long("</"), long("&"),
            long("&#0;"), long("<script>"), "<script>" + long("</"), long("<style></"), "<p \"" + long(" a=\""),
            "<p style=\"" + long("color:red;") + "\">", "<img alt=\"" + long("a \u{301}") + "\">",
            "<pre>" + long(" \n"),
            long("<td>\u{1F1E6}"), long("<i><b></i></b>"), long("<html lang=a dir=b style=c title=d>"),
        ].map(Body.init)
    )
    func html(body: Body) { expectLinear(body.source, .html) }
}
