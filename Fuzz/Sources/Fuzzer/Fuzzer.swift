import CFuzzer
import FuzzTargets
import Glibc

/// Runs libFuzzer with one target: `Fuzzer TARGET [options and folders of libFuzzer]`, or `Fuzzer --targets`.
@main
enum Fuzzer {
    static let targets = FuzzTarget.all + [.calendars, .xml]

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else { return usage() }
        if arguments[1] == "--targets" {
            for target in targets { print(target.name) }
            return
        }
        guard let target = targets.first(where: { $0.name == arguments[1] }) else { return usage() }
        selected = target
        var pointers = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) } + [nil]
        var count = Int32(pointers.count - 1)
        pointers.withUnsafeMutableBufferPointer { buffer in
            var values = buffer.baseAddress
            exit(LLVMFuzzerRunDriver(&count, &values, run))
        }
    }

    private static func usage() {
        print("usage: Fuzzer TARGET [options and folders of libFuzzer], or Fuzzer --targets")
        exit(64)
    }
}

/// The chosen target; set once, before the only thread that reads it calls ``run(_:_:)``.
nonisolated(unsafe) private var selected: FuzzTarget?

/// What libFuzzer calls with each input.
private func run(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    if let problem = selected?.problem(input) { fatalError(problem) }
    return 0
}
