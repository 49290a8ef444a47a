import Foundation
import HTTPServing
import HostModel
import JSON
import TodayProtocol

/// The form in which a browser sends content that is shared with the installed app.
enum ShareForm {
    /// Path to which the browser sends the form.
    static let path = "/share"
    /// Maximum length of a name, in characters of at most four bytes.
    private static let nameLimit = 60
    /// Maximum size of the form, in bytes: a few photos from a phone.
    static let limit = 32 * 1024 * 1024
    /// Error message for a form that is too large to be read.
    static let tooLarge = LocalizableText.sharedContentTooLarge(limit / 1024 / 1024)

    /// The entry for the form in the manifest (W3C Web Share Target).
    static let target: JSONValue = [
        "action": .string(path), "method": "POST", "enctype": "multipart/form-data",
        "params": [
            "title": "title", "text": "text", "url": "url",
            "files": [["name": "images", "accept": ["image/png", "image/jpeg", "image/gif", "image/webp"]]],
        ],
    ]

    /// Returns the content of the form's fields.
    ///
    /// Many apps put a link at the end of the text, or use it as the title; such a link becomes a URL. The host
    /// validates the content.
    static func content(of form: MultipartForm) -> SharedContent {
        func field(_ name: String) -> String {
            let text = form.parts.first { $0.name == name && $0.fileName == nil }?.text ?? ""
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        var title = String(field("title").prefix(SharedContent.titleLimit))
        var text = field("text")
        var urls: [String] = []
        let url = field("url")
        if SharedContent.isLink(url) {
            urls = [url]
        } else {
            text = [text, url].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        if urls.isEmpty, let last = text.split(whereSeparator: \.isWhitespace).last, SharedContent.isLink(String(last))
        {
            urls = [String(last)]
            text = String(text.dropLast(last.count)).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // A repeated link or title is left out.
        if text == title || urls.contains(text) { text = "" }
        let images = images(of: form)
        if text.isEmpty, urls.isEmpty, images.isEmpty { swap(&title, &text) }
        return SharedContent(
            title: title.isEmpty ? nil : title,
            text: text.isEmpty ? nil : text,
            urls: urls,
            images: images
        )
    }

    /// Returns the images in the form; their types are determined from their first bytes.
    static func images(of form: MultipartForm) -> [SharedImage] {
        form.parts.filter { $0.name == "images" && $0.fileName != nil && !$0.content.isEmpty }.map { part in
            let data = Data(part.content)
            let name = String((part.fileName ?? "").prefix(nameLimit))
            return SharedImage(
                name: name.isEmpty || name.utf8.count > SharedImage.nameBytes ? nil : name,
                mediaType: SharedImage.mediaType(of: data) ?? "application/octet-stream",
                data: data
            )
        }
    }
}
