import Foundation
import HTTPServing
import Hummingbird
import JSON

/// The page of a list that a request asks for.
struct ListPage {
    /// The largest number of elements of a page.
    static let maximum = 1000

    /// The number of elements.
    let limit: Int
    /// The cursor of the page; `nil` for the first page.
    let start: String?

    /// Parses the query parameters `limit` and `start`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - usual: The number of elements if the request has no `limit`.
    /// - Throws: ``AirshipError`` 400 if `limit` is not a number from 1 to ``maximum``.
    init(_ request: Request, usual: Int = 100) throws(AirshipError) {
        let query = request.uri.queryParameters
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
    ///
    /// - Throws: ``AirshipError`` 400 if `start` is not a number.
    func startNumber() throws(AirshipError) -> Int64? {
        guard let start else { return nil }
        guard let number = Int64(start), number >= 0 else {
            throw AirshipError.invalid("this begins no page; take next_page as it is", at: "start")
        }
        return number
    }

    /// Makes the response with a page of a list, and the address of the next page as `next_page`.
    ///
    /// - Parameters:
    ///   - elements: The elements of the page.
    ///   - name: The name of the member with the elements.
    ///   - address: The address of the list.
    ///   - members: Further members.
    ///   - encode: Encodes an element.
    ///   - cursor: Returns the cursor of the page after an element.
    /// - Returns: The response.
    /// - Throws: What `encode` throws.
    func response<Element>(
        _ elements: [Element],
        as name: String,
        at address: String,
        with members: [String: JSONValue] = [:],
        _ encode: (Element) throws -> JSONValue,
        cursor: (Element) -> String
    ) rethrows -> Response {
        var answer = members
        answer["ok"] = true
        answer[name] = .array(try elements.map(encode))
        if elements.count == limit, let last = elements.last {
            let start = cursor(last).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            answer["next_page"] = .string("\(address)?limit=\(limit)&start=\(start)")
        }
        return JSONResponse.make(.object(answer))
    }
}
