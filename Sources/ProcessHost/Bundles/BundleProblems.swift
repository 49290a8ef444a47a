/// The mistakes found so far while a bundle is read.
struct BundleProblems {
    /// How many are kept; a bundle with more is broken beyond listing.
    static let limit = 100

    /// The mistakes, in the order in which they were found.
    private(set) var all: [BundleProblem] = []

    /// Adds a mistake, unless the list is full.
    mutating func add(file: String, key: String? = nil, _ message: String, mend: String) {
        guard all.count < Self.limit else { return }
        all.append(BundleProblem(file: file, key: key, message: message, mend: mend))
    }
}
