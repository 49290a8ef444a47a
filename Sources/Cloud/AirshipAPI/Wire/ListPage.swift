import Foundation
import HTTPServing
import Hummingbird
import JSON

struct ListPage {
    static let maximum = 1000

    let limit: Int
    /// The cursor of the page; `nil` for the first page.
    let start: String?
    private let base: String

    /// Parses the query parameters `limit`, from 1 to ``maximum`` and otherwise `usual`, and `start`.
    init(_ request: SenderRequest, usual: Int = 100) throws(AirshipError) {
        let query = request.request.uri.queryParameters
        base = request.base
        start = query.get("start")
        guard let text = query.get("limit") else {
            limit = usual
            return
        }
        guard let number = Int(text), (1...Self.maximum).contains(number) else {
            throw AirshipError.invalid("a number from 1 to \(Self.maximum) is wanted", at: "limit")
        }
        limit = number
    }

    /// Returns the cursor of a list with numbered elements; `nil` for the first page.
    func startNumber() throws(AirshipError) -> Int64? {
        guard let start else { return nil }
        guard let number = Int64(start), number >= 0 else {
            throw AirshipError.invalid("this begins no page; take next_page as it is", at: "start")
        }
        return number
    }

    /// Makes the response with a page of the list at `/api/{name}/`, the address of the next page, and further members.
    ///
    /// `cursor` returns the cursor of the page after an element.
    func response<Element>(
        _ elements: [Element],
        as name: String,
        with members: [String: JSONValue] = [:],
        _ encode: (Element) throws -> JSONValue,
        cursor: (Element) -> String
    ) rethrows -> Response {
        var answer = members
        answer[name] = .array(try elements.map(encode))
        if elements.count == limit, let last = elements.last {
            let start = cursor(last).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            answer["next_page"] = .string("\(base)/\(name)/?limit=\(limit)&start=\(start)")
        }
        return JSONResponse.ok(answer)
    }
}
