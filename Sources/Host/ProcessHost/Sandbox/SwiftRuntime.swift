import Glibc

/// Finds the Swift runtime that a dynamically linked program needs.
///
/// The run path of the program is absolute and names the toolchain. A bundle must not be able to expose any folder it
/// likes in its sandbox, not even one that looks like a runtime's while it is checked. So only the folder from which
/// the host itself has loaded the runtime is accepted, which no process can write to. A program that was built with
/// another toolchain must be linked with the static standard library.
enum SwiftRuntime {
    /// Returns the folders to show to a program, besides `/usr`.
    static func folders(of executable: String) -> [String] {
        let descriptor = Glibc.open(executable, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let image = ELFImage { offset, count in
            guard let place = off_t(exactly: offset), count > 0 else { return [] }
            var bytes = [UInt8](repeating: 0, count: count)
            let read = pread(descriptor, &bytes, count, place)
            return Array(bytes.prefix(max(read, 0)))
        }
        guard let own, image.runPaths.contains(own), !own.hasPrefix("/usr/") else { return [] }
        return [own]
    }

    /// The folder of the runtime that this process has loaded, as the kernel reports it and thus without links; `nil`
    /// if the host is linked with the static standard library.
    private static let own: String? = {
        let name = "/libswiftCore.so"
        let lines = SmallFile.lines(of: "/proc/self/maps", limit: .max).lazy.map { String(decoding: $0, as: UTF8.self) }
        let line = lines.first { $0.hasSuffix(name) }
        return line.flatMap { line in line.firstIndex(of: "/").map { String(line[$0...].dropLast(name.count)) } }
    }()
}

/// The part of an ELF file that names the folders of its libraries (System V ABI, "Dynamic Linking").
///
/// Every offset is checked, since the file comes from a bundle.
struct ELFImage {
    /// Reads a number of bytes at an offset, or fewer at the end of the file.
    typealias Read = (_ offset: UInt64, _ count: Int) -> [UInt8]

    /// The folders of `DT_RUNPATH` and `DT_RPATH`, as written.
    ///
    /// Empty for a static program, and for a file that is not a 64-bit little-endian ELF file.
    let runPaths: [String]

    init(read: Read) { runPaths = Self.runPaths(read) ?? [] }

    private static let programHeaderSize = 56
    private static let stringLimit = 4096

    private static func runPaths(_ read: Read) -> [String]? {
        let header = read(0, 64)
        guard header.count == 64, header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        let (offset, size) = (word(header, 32), half(header, 54))
        let count = min(half(header, 56), 64)
        guard size == programHeaderSize else { return nil }
        let table = read(offset, count * size)
        guard table.count == count * size else { return nil }
        let segments = (0..<count).map { index in
            let base = index * size
            let (type, offset) = (word(table, base) & 0xFFFF_FFFF, word(table, base + 8))
            return (type: type, offset: offset, address: word(table, base + 16), size: word(table, base + 32))
        }
        guard let dynamic = segments.first(where: { $0.type == 2 }) else { return nil }
        let bytes = read(dynamic.offset, Int(min(dynamic.size, 16 * 1024)))
        var strings: UInt64?
        var places: [UInt64] = []
        for base in stride(from: 0, to: bytes.count - bytes.count % 16, by: 16) {
            let (tag, value) = (word(bytes, base), word(bytes, base + 8))
            if tag == 0 { break }
            if tag == 5 { strings = value }
            if tag == 15 || tag == 29 { places.append(value) }
        }
        guard let strings,
            let load = segments.first(where: {
                $0.type == 1 && strings >= $0.address && strings - $0.address < $0.size
            })
        else { return nil }
        let start = load.offset &+ (strings - load.address)
        return places.prefix(4).flatMap { place in
            let text = read(start &+ place, stringLimit).prefix { $0 != 0 }
            return String(decoding: text, as: UTF8.self).split(separator: ":").map(String.init)
        }
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func half(_ bytes: [UInt8], _ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }
}
