import Foundation
import Hummingbird
import JSON

/// Which part of a list a request wants.
struct ListPage {
    /// How many elements a page has at most.
    static let most = 1000

    /// How many elements it wants.
    let limit: Int
    /// Where it begins; none for the beginning.
    let start: String?

    /// Reads `limit` and `start`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - usual: How many elements a page has if the request does not say.
    /// - Throws: ``AirshipError`` 400 if the limit is no number from 1 to ``most``.
    init(_ request: Request, usual: Int = 100) throws(AirshipError) {
        let query = request.uri.queryParameters
        start = query.get("start")
        guard let text = query.get("limit") else {
            limit = usual
            return
        }
        guard let number = Int(text), (1...Self.most).contains(number) else {
            throw AirshipError.invalid("a number from 1 to \(Self.most) is wanted", at: "limit")
        }
        limit = number
    }

    /// The number that a page begins behind, where the elements of a list are numbered; none for the beginning.
    ///
    /// - Throws: ``AirshipError`` 400 if `start` is none.
    func startNumber() throws(AirshipError) -> Int64? {
        guard let start else { return nil }
        guard let number = Int64(start), number >= 0 else {
            throw AirshipError.invalid("this begins no page; take next_page as it is", at: "start")
        }
        return number
    }

    /// The address of the page behind this one.
    ///
    /// - Parameters:
    ///   - elements: What stands on this page.
    ///   - address: The address of the list.
    ///   - place: What a page that begins behind an element is named by.
    /// - Returns: The address; none if this page is the last.
    func next<Element>(after elements: [Element], at address: String, _ place: (Element) -> String) -> JSONValue? {
        guard elements.count == limit, let last = elements.last else { return nil }
        let place = place(last).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return .string("\(address)?limit=\(limit)&start=\(place)")
    }
}
