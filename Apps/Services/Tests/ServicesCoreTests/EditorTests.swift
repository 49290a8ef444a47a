import Testing
import TodayKit

@testable import ServicesCore

@Suite struct EditorTests {
    private let editor = ServiceEditor(Texts("en"))
    private let three = ["a", "b", "c"].map { SavedService(address: "https://\($0).org/") }

    @Test(arguments: [
        ("https://example.org/health", "https://example.org/health"), (" example.org ", "https://example.org"),
        ("http://localhost:8080/a?b=c", "http://localhost:8080/a?b=c"),
    ])
    func anAddressIsCompleted(text: String, address: String) throws {
        let services = try editor.services(after: .add, [], inputs: ["address": text, "name": " My\nserver "])
        #expect(services == [SavedService(address: address, name: "My server")])
    }

    @Test(arguments: [
        ("https://example.org/", "example.org"), ("https://example.org", "example.org"),
        ("http://10.0.0.2:8080/health?full", "10.0.0.2:8080/health?full"),
    ])
    func aServiceWithoutANameIsCalledByItsAddress(address: String, title: String) {
        #expect(SavedService(address: address).title == title)
        #expect(SavedService(address: address, name: "NAS").title == "NAS")
    }

    @Test(arguments: [
        "", "   ", "javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/", "https://", "a b",
        "https://a:b@example.org/", "https://example.org/" + String(repeating: "x", count: 1000), "müller.de",
    ])
    func whatIsNoAddressIsRefusedAtItsInput(text: String) {
        let refused = #expect(throws: InvalidInputs.self) {
            try editor.services(after: .add, [], inputs: ["address": text])
        }
        #expect(refused?.messages["address"]?.hasPrefix("Enter an address") == true)
    }

    @Test func theSameServiceTooManyAndALongNameAreRefused() {
        let again = ["address": "https://a.org/"]
        #expect(throws: InvalidInputs.self) { try editor.services(after: .add, three, inputs: again) }
        let many = (0..<SavedService.limit).map { SavedService(address: "https://\($0).org/") }
        #expect(throws: InvalidInputs.self) { try editor.services(after: .add, many, inputs: again) }
        let long = ["address": "https://a.org/", "name": String(repeating: "x", count: 61)]
        #expect(throws: InvalidInputs.self) { try editor.services(after: .add, [], inputs: long) }
    }

    @Test func aRemovedServiceReturnsToItsPlaceOnce() throws {
        let removed = try editor.services(after: .remove(address: three[1].address), three, inputs: [:])
        #expect(removed == [three[0], three[2]])
        let back = try editor.services(after: .putBack(three[1], at: 1), removed, inputs: [:])
        #expect(back == three)
        #expect(try editor.services(after: .putBack(three[1], at: 1), back, inputs: [:]) == three)
    }

    @Test func aMoveNamesThePlaceSoThatRepeatingItChangesNothing() throws {
        let move = ServicesAction.move(address: three[2].address, to: 0)
        let moved = try editor.services(after: move, three, inputs: [:])
        #expect(moved == [three[2], three[0], three[1]])
        #expect(try editor.services(after: move, moved, inputs: [:]) == moved)
    }
}
