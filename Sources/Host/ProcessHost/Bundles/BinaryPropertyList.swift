import Foundation
import TodayProtocol

/// Reads binary property lists (`bplist00`) without trusting them.
///
/// Foundation's parser is not used: objects are references, so a small file can contain itself, nest without end or
/// stand for far more values than it has bytes, and a check before the parser would have to read the whole format
/// anyway. Every offset and count is checked against the file's size before use. The nesting depth is limited, and so
/// is the total that is read, including repetitions.
struct BinaryPropertyList {
    /// Maximum number of values and of bytes of text and data that are read; repeated references count each time.
    static let sizeLimit = 512 * 1024

    private static let header = Array("bplist00".utf8)
    private static let trailerSize = 32

    private let bytes: [UInt8]
    private let depthLimit: Int
    /// Sizes of an entry of the offset table and of a reference to an object, in bytes.
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int
    /// Start of the offset table, which is the end of the objects.
    private let tableStart: Int
    private var size = 0
    /// The objects that contain the one being read.
    private var open: Set<Int> = []

    static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist".utf8)) }

    /// Parses the outermost value; arrays and dictionaries may be nested up to a depth.
    static func parse(_ bytes: [UInt8], depth: Int) throws(BundleMistake) -> PropertyValue {
        var list = try BinaryPropertyList(bytes, depth: depth)
        return try list.value(list.topObject, depth: 0)
    }

    private init(_ bytes: [UInt8], depth: Int) throws(BundleMistake) {
        guard bytes.starts(with: Self.header) else { throw Self.malformed("its version is not 00") }
        guard bytes.count >= Self.header.count + Self.trailerSize else { throw Self.malformed("it is cut off") }
        let trailer = bytes.count - Self.trailerSize
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw Self.malformed("its trailer is wrong")
        }
        // Each of them is less than the file's size, so that no sum or product of two of them overflows.
        guard let objectCount = Self.integer(bytes[(trailer + 8)..<(trailer + 16)], below: trailer),
            let topObject = Self.integer(bytes[(trailer + 16)..<(trailer + 24)], below: objectCount),
            let tableStart = Self.integer(bytes[(trailer + 24)..<(trailer + 32)], below: trailer),
            tableStart > Self.header.count, objectCount * offsetSize <= trailer - tableStart
        else { throw Self.malformed("its trailer is wrong") }
        self.bytes = bytes
        depthLimit = depth
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.objectCount = objectCount
        self.topObject = topObject
        self.tableStart = tableStart
    }

    private static func malformed(_ reason: String) -> BundleMistake {
        BundleMistake(
            message: "It is a malformed binary property list: \(reason).",
            remedy: "Write it anew, for example as XML with `plutil -convert xml1`."
        )
    }

    /// Returns a big-endian number; `nil` if it is not below a limit.
    private static func integer(_ bytes: ArraySlice<UInt8>, below limit: Int) -> Int? {
        let number = unsigned(bytes)
        return number < UInt64(max(limit, 0)) ? Int(number) : nil
    }

    /// Returns a big-endian number of at most eight bytes.
    private static func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private func part(at place: Int, count: Int) throws(BundleMistake) -> ArraySlice<UInt8> {
        guard count >= 0, place <= tableStart, count <= tableStart - place else {
            throw Self.malformed("an object is cut off")
        }
        return bytes[place..<(place + count)]
    }

    /// Counts values and bytes against ``sizeLimit``.
    private mutating func add(_ count: Int) throws(BundleMistake) {
        size += count
        guard size <= Self.sizeLimit else {
            throw BundleMistake(
                message: "It stands for more than \(Self.sizeLimit / 1024) KiB of values.",
                remedy: "Keep only what Today reads in it."
            )
        }
    }

    // MARK: - Objects

    /// Reads the object with a number less than ``objectCount``, which is nested in `depth` arrays and dictionaries.
    private mutating func value(_ object: Int, depth: Int) throws(BundleMistake) -> PropertyValue {
        try add(1)
        let entry = tableStart + object * offsetSize
        guard let start = Self.integer(bytes[entry..<(entry + offsetSize)], below: tableStart),
            start >= Self.header.count
        else { throw Self.malformed("an object lies outside") }
        let low = Int(bytes[start] & 0x0F)
        switch bytes[start] >> 4 {
        case 0x0 where low == 0x8: return .bool(false)
        case 0x0 where low == 0x9: return .bool(true)
        case 0x1: return .integer(try number(at: start))
        case 0x2: return .real(try real(at: start + 1, exponent: low))
        case 0x3 where low == 0x3: return .date(try date(at: start + 1))
        case 0x4:
            let (count, place) = try extent(at: start)
            let data = try part(at: place, count: count)
            try add(count)
            return .data(Data(data))
        case 0x5, 0x6: return .string(try string(at: start))
        case 0xA, 0xD:
            guard depth < depthLimit else { throw PropertyListFile.tooDeep(depthLimit) }
            guard open.insert(object).inserted else { throw Self.malformed("an object contains itself") }
            defer { open.remove(object) }
            if bytes[start] >> 4 == 0xA { return .array(try array(at: start, depth: depth)) }
            return .dictionary(try dictionary(at: start, depth: depth))
        default:
            let type = String(bytes[start], radix: 16)
            throw Self.malformed("an object has the type 0x\(type), which property lists do not have")
        }
    }

    private mutating func array(at start: Int, depth: Int) throws(BundleMistake) -> [PropertyValue] {
        let (count, place) = try extent(at: start)
        var values: [PropertyValue] = []
        for object in try references(at: place, count: count) {
            values.append(try value(object, depth: depth + 1))
        }
        return values
    }

    private mutating func dictionary(at start: Int, depth: Int) throws(BundleMistake) -> [String: PropertyValue] {
        let (count, place) = try extent(at: start)
        let keys = try references(at: place, count: count)
        let objects = try references(at: place + count * referenceSize, count: count)
        var values: [String: PropertyValue] = [:]
        for (key, object) in zip(keys, objects) {
            guard case .string(let name) = try value(key, depth: depth + 1) else {
                throw Self.malformed("a key is not a string")
            }
            let old = values.updateValue(try value(object, depth: depth + 1), forKey: name)
            guard old == nil else { throw Self.malformed("a dictionary has two equal keys") }
        }
        return values
    }

    private func references(at place: Int, count: Int) throws(BundleMistake) -> [Int] {
        // A count is below the file's size, see `extent(at:)`.
        let slice = try part(at: place, count: count * referenceSize)
        var objects: [Int] = []
        for index in 0..<count {
            let start = slice.startIndex + index * referenceSize
            guard let object = Self.integer(slice[start..<(start + referenceSize)], below: objectCount) else {
                throw Self.malformed("a reference leads to no object")
            }
            objects.append(object)
        }
        return objects
    }

    /// Returns the number of elements of an object and the position of the first.
    private func extent(at start: Int) throws(BundleMistake) -> (count: Int, place: Int) {
        let low = Int(bytes[start] & 0x0F)
        guard low == 0x0F else { return (low, start + 1) }
        guard let marker = try part(at: start + 1, count: 1).first, marker >> 4 == 0x1, marker & 0x0F <= 3 else {
            throw Self.malformed("a size is wrong")
        }
        let width = 1 << Int(marker & 0x0F)
        guard let count = Self.integer(try part(at: start + 2, count: width), below: bytes.count) else {
            throw Self.malformed("an object is cut off")
        }
        return (count, start + 2 + width)
    }

    // MARK: - Values

    /// Reads an integer; eight bytes are signed, fewer are unsigned.
    private func number(at start: Int) throws(BundleMistake) -> Int {
        let exponent = Int(bytes[start] & 0x0F)
        guard exponent <= 3 else { throw Self.malformed("an integer has more than 64 bits") }
        return Int(Int64(bitPattern: Self.unsigned(try part(at: start + 1, count: 1 << exponent))))
    }

    private func real(at place: Int, exponent: Int) throws(BundleMistake) -> Double {
        guard exponent == 2 || exponent == 3 else { throw Self.malformed("a real has neither 32 nor 64 bits") }
        let bits = Self.unsigned(try part(at: place, count: 1 << exponent))
        let real =
            exponent == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        guard real.isFinite else { throw Self.malformed("a real is not finite") }
        return real
    }

    /// Reads a date: seconds since the beginning of 2001, at most about 3,000 years before or after it.
    private func date(at place: Int) throws(BundleMistake) -> Date {
        let seconds = try real(at: place, exponent: 3)
        guard abs(seconds) < 1e11 else { throw Self.malformed("a date is too far away") }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Reads a string in ASCII or big-endian UTF-16.
    private mutating func string(at start: Int) throws(BundleMistake) -> String {
        let (count, place) = try extent(at: start)
        let decoded: String?
        if bytes[start] >> 4 == 0x5 {
            let slice = try part(at: place, count: count)
            try add(count)
            decoded = slice.allSatisfy { $0 < 0x80 } ? String(decoding: slice, as: UTF8.self) : nil
        } else {
            let slice = try part(at: place, count: count * 2)
            try add(count * 2)
            let units = stride(from: slice.startIndex, to: slice.endIndex, by: 2).map { index in
                UInt16(slice[index]) << 8 | UInt16(slice[index + 1])
            }
            decoded = String(validating: units, as: UTF16.self)
        }
        guard let text = decoded else { throw Self.malformed("a string is neither ASCII nor UTF-16") }
        return text
    }
}
