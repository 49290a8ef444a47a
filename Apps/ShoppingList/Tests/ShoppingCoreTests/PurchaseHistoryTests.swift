import FoundationEssentials
import Testing
import TodayKit

@testable import ShoppingCore

@Suite struct PurchaseHistoryTests {
    private let start = Date(timeIntervalSince1970: 1_795_248_000)

    @Test func whatWasBoughtMostOftenComesFirst() async throws {
        try await withHistory { history in
            for (number, title) in ["Milk", "Tea", "Milk"].enumerated() {
                let item = ShoppingItem(id: "i\(number)", title: title, done: true)
                // A repeated tap counts once.
                for _ in 0..<2 { try await history.set(item, on: start + Double(number)) }
            }
            let products: [PurchaseHistory.Product] = [.init(title: "Milk", count: 2), .init(title: "Tea", count: 1)]
            #expect(try await history.products(limit: 9) == products)
            // What was ticked by mistake was not bought.
            try await history.set(ShoppingItem(id: "i1", title: "Tea"), on: start)
            #expect(try await history.products(limit: 9).map(\.title) == ["Milk"])
        }
    }

    @Test func theOldestPurchasesAreForgotten() async throws {
        try await withHistory(limit: 3) { history in
            for number in 0...3 {
                let item = ShoppingItem(id: "i\(number)", title: number == 0 ? "First" : "Later", done: true)
                try await history.set(item, on: start + Double(number))
            }
            #expect(try await history.products(limit: 9) == [.init(title: "Later", count: 3)])
        }
    }

    @Test func whatWasBoughtBeforeCanBeAddedAgain() throws {
        let page = HistoryPage(products: [.init(title: "A *b*", count: 1)], texts: texts).content
        let json = try JSONValue(encoding: page.card).jsonText
        #expect(json.contains(try JSONValue(encoding: ShoppingAction.addAgain(title: "A *b*")).jsonText))
        #expect(json.contains("Bought once"))
    }

    private func withHistory(limit: Int = 100, _ body: (PurchaseHistory) async throws -> Void) async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "shopping-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        try await body(PurchaseHistory(folder: folder.path, limit: limit))
    }
}
