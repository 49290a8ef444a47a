import AdaptiveCards

/// The class names of a card's values, each preceded by a space; default values have no class.
enum HTMLClasses {
    static func spacing(_ spacing: Spacing) -> StaticString {
        switch spacing {
        case .none: " ac-spacing-none"
        case .extraSmall: " ac-spacing-extra-small"
        case .small: " ac-spacing-small"
        case .default: ""
        case .medium: " ac-spacing-medium"
        case .large: " ac-spacing-large"
        case .extraLarge: " ac-spacing-extra-large"
        case .padding: " ac-spacing-padding"
        }
    }

    static func alignment(_ alignment: HorizontalAlignment?) -> StaticString {
        switch alignment {
        case .left: " ac-align-start"
        case .center: " ac-align-center"
        case .right: " ac-align-end"
        case nil: ""
        }
    }

    static func vertical(_ alignment: VerticalAlignment?) -> StaticString {
        switch alignment {
        case .center: " ac-content-center"
        case .bottom: " ac-content-bottom"
        case .top, nil: ""
        }
    }

    static func background(_ style: ContainerStyle) -> StaticString {
        switch style {
        case .default: " ac-padded ac-style-default"
        case .emphasis: " ac-padded ac-style-emphasis"
        case .good: " ac-padded ac-style-good"
        case .attention: " ac-padded ac-style-attention"
        case .warning: " ac-padded ac-style-warning"
        case .accent: " ac-padded ac-style-accent"
        }
    }

    static func size(_ size: TextSize) -> StaticString {
        switch size {
        case .small: " ac-size-small"
        case .default: ""
        case .medium: " ac-size-medium"
        case .large: " ac-size-large"
        case .extraLarge: " ac-size-extra-large"
        }
    }

    static func weight(_ weight: TextWeight) -> StaticString {
        switch weight {
        case .lighter: " ac-weight-lighter"
        case .default: ""
        case .bolder: " ac-weight-bolder"
        }
    }

    static func color(_ color: TextColor, isSubtle: Bool) -> StaticString {
        switch color {
        case .default: isSubtle ? " ac-subtle" : ""
        case .dark: isSubtle ? " ac-color-dark ac-faded" : " ac-color-dark"
        case .light: isSubtle ? " ac-color-light ac-faded" : " ac-color-light"
        case .accent: isSubtle ? " ac-color-accent ac-faded" : " ac-color-accent"
        case .good: isSubtle ? " ac-color-good ac-faded" : " ac-color-good"
        case .warning: isSubtle ? " ac-color-warning ac-faded" : " ac-color-warning"
        case .attention: isSubtle ? " ac-color-attention ac-faded" : " ac-color-attention"
        }
    }

    static func image(_ size: ImageSize) -> StaticString {
        switch size {
        case .auto: ""
        case .stretch: " ac-image-stretch"
        case .small: " ac-image-small"
        case .medium: " ac-image-medium"
        case .large: " ac-image-large"
        }
    }

    static func action(_ style: ActionStyle) -> StaticString {
        switch style {
        case .default: ""
        case .positive: " ac-positive"
        case .destructive: " ac-destructive"
        }
    }
}

// MARK: - Graphics

extension HTMLClasses {
    static func icon(_ size: IconSize) -> StaticString {
        switch size {
        case .xxSmall: " ac-icon-tiny"
        case .xSmall: " ac-icon-x-small"
        case .small: " ac-icon-small"
        case .standard: ""
        case .medium: " ac-icon-medium"
        case .large: " ac-icon-large"
        case .xLarge: " ac-icon-x-large"
        case .xxLarge: " ac-icon-huge"
        }
    }

    static func badge(_ style: BadgeStyle) -> StaticString {
        switch style {
        case .default, .informative: ""
        case .subtle: " ac-badge-subtle"
        case .accent: " ac-color-accent"
        case .good: " ac-color-good"
        case .attention: " ac-color-attention"
        case .warning: " ac-color-warning"
        }
    }

    /// Returns `true` if badges of this style have a fill color; the others are neutral.
    static func isColored(_ style: BadgeStyle) -> Bool {
        switch style {
        case .accent, .good, .attention, .warning: true
        case .default, .informative, .subtle: false
        }
    }

    /// Returns the color of a bar or a ring; indeterminate progress has the accent color.
    static func progress(_ progress: ProgressValue) -> StaticString {
        guard progress.value != nil else { return "" }
        return switch progress.color {
        case .accent: ""
        case .good: " ac-color-good"
        case .warning: " ac-color-warning"
        case .attention: " ac-color-attention"
        }
    }

    /// Returns the background of a row, without padding.
    static func tint(_ style: ContainerStyle) -> StaticString {
        switch style {
        case .default: "ac-style-default"
        case .emphasis: "ac-style-emphasis"
        case .good: "ac-style-good"
        case .attention: "ac-style-attention"
        case .warning: "ac-style-warning"
        case .accent: "ac-style-accent"
        }
    }
}
