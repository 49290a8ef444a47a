import FuzzTargets
import Glibc

/// libFuzzer with one target: `Fuzzer TARGET [options and folders of libFuzzer]`, or `Fuzzer --targets`.
///
/// `main` is libFuzzer's own. It calls the two functions below (https://llvm.org/docs/LibFuzzer.html).
private enum Fuzzer {
    static let targets = FuzzTarget.all + [.calendars, .xml]

    /// The target that the first argument names; set before the only thread that reads it begins.
    nonisolated(unsafe) static var selected: FuzzTarget?
}

/// Chooses the target, and takes its name out of the arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ values: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    let name = count.pointee > 1 ? values.pointee[1].map { String(cString: $0) } : nil
    if name == "--targets" {
        for target in Fuzzer.targets { print(target.name) }
        exit(0)
    }
    guard let target = Fuzzer.targets.first(where: { $0.name == name }) else {
        print("usage: Fuzzer TARGET [options and folders of libFuzzer], or Fuzzer --targets")
        exit(64)
    }
    Fuzzer.selected = target
    values.pointee[1] = values.pointee[0]
    values.pointee += 1
    count.pointee -= 1
    return 0
}

/// Gives one input to the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    if let problem = Fuzzer.selected?.problem(input) { fatalError(problem) }
    return 0
}
