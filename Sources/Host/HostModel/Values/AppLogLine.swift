package import Foundation

package struct AppLogLine: Codable, Hashable, Sendable {
    package enum Source: String, Codable, Hashable, Sendable {
        /// The process, to its standard error.
        case standardError
        /// The process, to its standard output, outside of the process protocol.
        case standardOutput
        /// The host, or the process with the method `log`.
        case host
    }

    /// The largest number of lines of standard error that explain a failure.
    package static let causeLength = 20

    /// The line's number: lines of an app are numbered from 1 without gaps, but the oldest are dropped.
    package var number: Int
    package var date: Date
    /// The process that it is about: the identifier of the app, or of an instance of one of its widgets.
    package var process: String
    package var source: Source
    /// The level of the log, such as `notice`.
    package var level: String
    /// One line of text, without control characters and characters that change the direction of text.
    package var text: String

    package init(number: Int, date: Date, process: String, source: Source, level: String, text: String) {
        self.number = number
        self.date = date
        self.process = process
        self.source = source
        self.level = level
        self.text = text
    }
}
