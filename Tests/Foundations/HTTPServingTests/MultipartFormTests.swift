import HTTPServing
import Testing

/// Forms of browsers, and those that no browser sends.
@Suite struct MultipartFormTests {
    private static let type = "multipart/form-data; boundary=B"

    private func form(_ body: String, _ type: String = type) throws(RequestBodyError) -> MultipartForm {
        try MultipartForm(Array(body.utf8), contentType: type)
    }

    private static func part(_ headers: String, _ content: String) -> String {
        "--B\r\n\(headers)\r\n\r\n\(content)\r\n"
    }

    private static func field(_ name: String, _ content: String) -> String {
        part("Content-Disposition: form-data; name=\"\(name)\"", content)
    }

    @Test func fieldsAndFilesAreReadInTheirOrder() throws {
        let file = Self.part(
            "Content-Disposition: form-data; name=\"images\"; filename=\"a%22b.png\"\r\nContent-Type: image/png",
            "\r\n--\r\n--A\r\n\0"
        )
        let form = try form(Self.field("title", "") + Self.field("text", "Grüße\r\n2") + file + "--B--\r\n")
        #expect(form.parts.map(\.name) == ["title", "text", "images"])
        #expect(form.parts.map(\.text) == ["", "Grüße\r\n2", "\r\n--\r\n--A\r\n\0"])
        #expect(form.parts.map(\.fileName) == [nil, nil, "a\"b.png"])
    }

    @Test(arguments: [
        "multipart/form-data;boundary=B", "Multipart/Form-Data ; charset=utf-8; Boundary=\"B\"",
    ])
    func theBoundaryIsFound(type: String) throws {
        #expect(try form(Self.field("a", "1") + "--B--", type).parts.map(\.text) == ["1"])
    }

    @Test(arguments: [
        "", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
        "multipart/mixed; boundary=B", "application/x-www-form-urlencoded; boundary=B",
        "multipart/form-data; boundary=B; boundary=C", "multipart/form-data; boundary=a b",
        "multipart/form-data; boundary=\"",
        "multipart/form-data; boundary=" + String(repeating: "b", count: 71),
    ])
    func aTypeWithoutOneBoundaryIsRefused(type: String) {
        #expect(throws: RequestBodyError.self) { try form(Self.field("a", "1") + "--B--", type) }
    }

    @Test(arguments: [
        "", "--", "--B", "--B-", "--B\r\n", "--B\r\n\r\n", "B--", "preamble\r\n--B--", "\r\n--B--",
        field("a", "1"), field("a", "1") + "--B", field("a", "1") + "--B-", field("a", "1") + "--B\r\n",
        field("a", "1") + "--B--x", field("a", "1") + "--B--\r\nx", field("a", "1") + "--Bx--",
        field("a", "1") + "--B--" + field("b", "2"),
        part("Content-Type: text/plain", "1") + "--B--", part("no colon", "1") + "--B--",
        part("Content-Disposition: attachment; name=\"a\"", "1") + "--B--",
        part("Content-Disposition: form-data", "1") + "--B--",
        part("Content-Disposition: form-data; name=a", "1") + "--B--",
        part("Content-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"", "1") + "--B--",
        part("Content-Disposition: form-data; name=\"a", "1") + "--B--",
        part("Content-Disposition: form-data; name=\"a\"\nX: y", "1") + "--B--",
        part("Content-Disposition: form-data; name=\"a\"\r\nX: " + String(repeating: "y", count: 5000), "1") + "--B--",
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n--B--",
        "--B\nContent-Disposition: form-data; name=\"a\"\n\n1\n--B--",
    ])
    func whatNoBrowserSendsIsRefused(body: String) {
        let error = #expect(throws: RequestBodyError.self) { try form(body) }
        #expect(error?.code == .invalid)
    }

    @Test func anEmptyFormHasNoParts() throws { #expect(try form("--B--\r\n").parts.isEmpty) }

    @Test func partsAreLimited() throws {
        let most = String(repeating: Self.field("a", ""), count: MultipartForm.partLimit)
        #expect(try form(most + "--B--").parts.count == MultipartForm.partLimit)
        #expect(throws: RequestBodyError.self) { try form(most + Self.field("a", "") + "--B--") }
    }

    @Test func everyBeginningOfAFormIsRefused() throws {
        let body = Array((Self.field("a", "1") + Self.field("b", "\r\n--") + "--B--").utf8)
        #expect(try MultipartForm(body, contentType: Self.type).parts.count == 2)
        for length in 0..<body.count {
            #expect(throws: RequestBodyError.self) {
                try MultipartForm(Array(body[..<length]), contentType: Self.type)
            }
        }
    }

    @Test func whatIsNotUTF8IsReplacedInATextAndRefusedInAName() throws {
        let head = Array("--B\r\nContent-Disposition: form-data; name=\"a".utf8)
        let end = Array("\r\n--B--".utf8)
        let text = try MultipartForm(head + Array("\"\r\n\r\n".utf8) + [0xFF] + end, contentType: Self.type)
        #expect(text.parts.map(\.text) == ["\u{FFFD}"])
        #expect(throws: RequestBodyError.self) {
            try MultipartForm(head + [0xFF] + Array("\"\r\n\r\n1".utf8) + end, contentType: Self.type)
        }
    }

    /// Delimiters that almost match, over and over, must not take long.
    @Test(.timeLimit(.minutes(1))) func aHostileContentIsReadInReasonableTime() throws {
        let boundary = String(repeating: "-", count: 70)
        let content = String(repeating: "\r\n" + String(repeating: "-", count: 71), count: 14_000)
        let body = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + content
        #expect(throws: RequestBodyError.self) {
            try form(body + "x", "multipart/form-data; boundary=\(boundary)")
        }
    }
}
