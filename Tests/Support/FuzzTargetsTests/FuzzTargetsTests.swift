import Foundation
import FuzzTargets
import Testing
import TodayTestSupport

/// Every reader of untrusted data with its seeds, with what `script/fuzz` has found, and with a few changes of both.
@Suite(.timeLimit(.minutes(5))) struct FuzzTargetsTests {
    /// Inputs below `Fuzz`, whose folder has the name of the target.
    private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fuzz").standardized
        var inputs: [(String, [UInt8])] = []
        for kind in ["Seeds", "Findings"] {
            let folder = root.appending(path: "\(kind)/\(target.name)")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
            for file in files.sorted() {
                let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
                inputs.append(("\(kind)/\(target.name)/\(file)", bytes))
            }
        }
        return inputs
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func everyInputIsReadSafely(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try Self.inputs(of: target)
        #expect(!inputs.isEmpty, "Fuzz/Seeds has no folder \(name)")
        for input in inputs { #expect(target.problem(input.bytes) == nil, "\(input.name)") }
    }

    /// The same inputs each time, so that a failure can be repeated.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func changedInputsAreReadSafely(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try Self.inputs(of: target).map(\.bytes)
        var mutator = Mutator(seed: 14)
        for _ in 0..<200 {
            for input in inputs {
                let changed = mutator.change(input, with: inputs)
                #expect(target.problem(changed) == nil, "\(String(decoding: changed, as: UTF8.self).debugDescription)")
            }
        }
    }
}

/// Changes inputs as a fuzzer does.
private struct Mutator {
    private var random: RandomNumbers

    init(seed: UInt64) { random = RandomNumbers(state: seed) }

    private mutating func number(below limit: Int) -> Int { limit > 0 ? Int.random(in: 0..<limit, using: &random) : 0 }

    /// Flips, removes, repeats, cuts off or takes over bytes of another input, one to four times.
    mutating func change(_ input: [UInt8], with others: [[UInt8]]) -> [UInt8] {
        var bytes = input
        for _ in 0...number(below: 4) {
            let start = number(below: bytes.count)
            let part = start..<min(bytes.count, start + 1 + number(below: 16))
            switch number(below: 5) {
            case 0 where !bytes.isEmpty: bytes[start] ^= 1 << UInt8(number(below: 8))
            case 1: bytes.removeSubrange(part)
            case 2: bytes.insert(contentsOf: Array(bytes[part]), at: start)
            case 3: bytes.removeLast(bytes.count - start)
            default:
                let other = others[number(below: others.count)]
                bytes.insert(contentsOf: other[min(other.count, start)...].prefix(16), at: min(bytes.count, start))
            }
        }
        return bytes
    }
}
