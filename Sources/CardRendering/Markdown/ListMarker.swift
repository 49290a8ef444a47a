/// What begins an item of a list: a bullet, or a number of at most nine digits with a dot, and a space.
struct ListMarker {
    /// The number, or `nil` for a bullet.
    let number: Int?
    /// How many bytes the marker and its space have.
    let length: Int

    init?(_ line: ArraySlice<UInt8>) {
        guard let first = line.first else { return nil }
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "+") {
            guard line.count >= 2, line[line.startIndex + 1] == 0x20 else { return nil }
            number = nil
            length = 2
            return
        }
        let digits = line.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), line.count >= digits.count + 2,
            line[digits.endIndex] == UInt8(ascii: "."),
            line[digits.endIndex + 1] == 0x20
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        length = digits.count + 2
    }
}
