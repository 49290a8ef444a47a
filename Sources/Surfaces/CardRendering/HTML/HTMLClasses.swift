import AdaptiveCards
import Markup

/// Classes of an element's values; each is preceded by a space, and default values have none.
extension HTMLDrawing {
    /// Writes the class of a value, such as `ac-spacing-extra-small`, into the open class attribute.
    mutating func writeClass<Value: RawRepresentable<String> & Equatable>(
        _ prefix: StaticString,
        _ value: Value?,
        unless standard: Value? = nil
    ) {
        guard let value, value != standard else { return }
        html.markup(" ")
        html.markup(prefix)
        html.text(value.hyphenated)
    }

    mutating func writeAlignment(_ alignment: HorizontalAlignment?) {
        switch alignment {
        case .left: html.markup(" ac-align-start")
        case .center: html.markup(" ac-align-center")
        case .right: html.markup(" ac-align-end")
        case nil: break
        }
    }

    mutating func writeColor(_ color: TextColor, isSubtle: Bool = false) {
        writeClass("ac-color-", color, unless: .default)
        if isSubtle { html.markup(color == .default ? " ac-subtle" : " ac-faded") }
    }

    /// Writes the color of a bar or a ring; indeterminate progress has the accent color.
    mutating func writeColor(of progress: ProgressValue) {
        guard progress.value != nil, progress.color != .coolToWarm else { return }
        writeClass("ac-color-", progress.color, unless: .accent)
    }

    /// Writes the classes of a symbol alone or within another element.
    mutating func writeClasses(_ size: IconSize, _ color: TextColor) {
        use(.icon)
        switch size {
        case .xxSmall: html.markup(" ac-icon-tiny")
        case .xxLarge: html.markup(" ac-icon-huge")
        default: writeClass("ac-icon-", size, unless: .standard)
        }
        writeColor(color)
    }

    /// Writes the classes that all elements have.
    mutating func writeClasses(_ common: ElementProperties) {
        writeClass("ac-spacing-", common.spacing, unless: .default)
        if common.separator { html.markup(" ac-separated") }
        if common.height == .stretch { html.markup(" ac-stretch") }
        writeAlignment(common.horizontalAlignment)
    }
}

extension RawRepresentable<String> {
    /// The value's name in a class or a custom property, such as `extra-small` or `sequential-1`.
    var hyphenated: String {
        var name: [UInt8] = []
        for byte in rawValue.utf8 {
            let isUppercase = (0x41...0x5A).contains(byte)
            if isUppercase || (0x30...0x39).contains(byte) { name.append(UInt8(ascii: "-")) }
            name.append(isUppercase ? byte | 0x20 : byte)
        }
        return String(decoding: name, as: UTF8.self)
    }
}
