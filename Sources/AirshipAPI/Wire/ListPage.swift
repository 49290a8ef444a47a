import Foundation
import Hummingbird

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

    /// The address of the page that begins behind a place.
    func next(_ place: String, at address: String) -> String {
        let place = place.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(address)?limit=\(limit)&start=\(place)"
    }
}
