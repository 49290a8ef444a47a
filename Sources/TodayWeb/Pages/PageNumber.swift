/// Numbers as badges show them.
enum PageNumber {
    /// The greatest number that is written out.
    static let limit = 9_999

    /// A number in digits, or that it is more than the greatest.
    static func short(_ number: Int) -> String { number > limit ? "\(limit)+" : String(number) }
}
