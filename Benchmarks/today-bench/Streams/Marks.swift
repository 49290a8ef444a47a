import Glibc

/// Counts events by the byte that each has once, whatever the framing around them.
enum Marks {
    /// How many marks there are in what a server sent.
    static func count(in bytes: UnsafeRawBufferPointer) -> Int {
        guard var place = bytes.baseAddress else { return 0 }
        let end = place + bytes.count
        var count = 0
        while let found = memchr(place, Int32(LoadPlan.mark), end - place) {
            count += 1
            place = UnsafeRawPointer(found) + 1
        }
        return count
    }
}
