import AdaptiveCards
import CardRendering
import Foundation
import JSON

/// Measures cards from JSON bytes to HTML on one core.
struct CardBenchmark {
    let folder: String

    func run() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        let cards = try files.sorted().compactMap { file -> [UInt8]? in
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: folder).appending(path: file)))
            return (try? Card(json: JSONValue(parsing: bytes))) == nil ? nil : bytes
        }
        guard !cards.isEmpty else { return print("No cards in \(folder).") }
        let renderer = HTMLRenderer(
            environment: RenderingEnvironment(
                kind: .scene,
                link: { LinkTarget(href: $0, opensNewWindow: true) },
                imageSource: { CardImageSource($0) }
            )
        )
        var rates: [Double] = []
        for _ in 0..<6 {
            var count = 0
            let begin = ContinuousClock.now
            while ContinuousClock.now - begin < .seconds(1) {
                for bytes in cards {
                    let card = try Card(json: JSONValue(parsing: bytes))
                    count += renderer.render(card).html.isEmpty ? 0 : 1
                }
            }
            rates.append(Double(count) / ((ContinuousClock.now - begin) / .seconds(1)))
        }
        let bytes = cards.map(\.count).reduce(0, +) / cards.count
        Figure(
            name: "cards to HTML (\(cards.count) cards, \(bytes) bytes on average)",
            unit: "/s",
            values: Array(rates.dropFirst())
        ).report()
    }
}
