import AdaptiveCards

// Rules of symbols, badges, charts and tables, which a page contains only if one of its cards needs them. Each is one
// rule with nested rules, so that it can be sent like the rules for sizes.
extension StyleRule {
    /// A symbol, alone or within another element.
    static let icon = StyleRule(
        className: "ac-icon",
        declarations: """
            line-height:0;font-size:1.5rem;\
            & svg{width:1em;height:1em;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;\
            stroke-linejoin:round;vertical-align:middle}\
            & .ac-filled{fill:currentColor}\
            & .ac-bold{stroke-width:2.2}\
            & .ac-solid{fill:currentColor;fill-rule:evenodd;stroke:none}\
            & :is(.ac-sun,.ac-moon,.ac-cloud){fill:var(--t);stroke:var(--t);stroke-width:1.2}\
            & :is(.ac-rain,.ac-snow){stroke:var(--t);stroke-width:1.8}\
            & .ac-sun{--t:var(--ac-sun,#eda100)}& .ac-moon{--t:var(--ac-moon,#8a93c4)}\
            & .ac-cloud{--t:var(--ac-cloud,#9aa5b8)}\
            & .ac-rain{--t:var(--ac-rain,#2f8fe0)}& .ac-snow{--t:var(--ac-snow,#5aa9e6)}\
            & .ac-directed:dir(rtl){transform:scaleX(-1)}\
            &.ac-icon-tiny{font-size:.75rem}&.ac-icon-x-small{font-size:1rem}&.ac-icon-small{font-size:1.25rem}\
            &.ac-icon-medium{font-size:1.75rem}&.ac-icon-large{font-size:2rem}&.ac-icon-x-large{font-size:2.5rem}\
            &.ac-icon-huge{font-size:3rem}&.ac-icon-text{display:inline-block;font-size:1.15em}
            """
    )

    /// A badge.
    static let badge = StyleRule(
        className: "ac-badge",
        declarations: """
            --ac-badge:1.375rem;display:inline-flex;align-items:center;justify-content:center;gap:.3em;max-width:100%;\
            min-width:var(--ac-badge);min-height:var(--ac-badge);padding:1px .6em;border-radius:999px;font-size:.75rem;\
            font-weight:600;line-height:1.3;text-align:start;vertical-align:top;unicode-bidi:plaintext;\
            color:var(--ac-tone,var(--ac-text));\
            background:color-mix(in srgb,var(--ac-tone,var(--ac-text)) 15%,transparent);\
            &.ac-badge-filled{background:var(--ac-tone);color:var(--ac-on-accent,#fff)}\
            &.ac-badge-subtle{--ac-tone:var(--ac-quiet)}\
            &.ac-badge-large{font-size:.875rem;--ac-badge:1.75rem}\
            &.ac-badge-extra-large{font-size:1rem;--ac-badge:2.125rem}\
            &.ac-badge-rounded{border-radius:6px}&.ac-badge-square{border-radius:0}\
            @media (forced-colors:active){border:1px solid}
            """
    )

    /// A progress bar.
    static let progressBar = StyleRule(
        className: "ac-progress",
        declarations: """
            height:.375rem;border-radius:999px;overflow:hidden;\
            background:color-mix(in srgb,var(--ac-text) 14%,transparent);\
            & svg{display:block;width:100%;height:100%}& rect:not([fill]){fill:var(--ac-tone,var(--ac-tint))}\
            & .ac-cool{stop-color:var(--ac-cool,#4aa3f0)}& .ac-warm{stop-color:var(--ac-warm,#f0b429)}\
            &:dir(rtl) svg{transform:scaleX(-1)}\
            & .ac-moving{animation:ac-slide 1.6s ease-in-out infinite}\
            @media (prefers-reduced-motion:reduce){& .ac-moving{animation:none;opacity:.6}}\
            @media (forced-colors:active){border:1px solid;& rect{fill:Highlight}}
            """
    )

    /// A progress ring.
    static let progressRing = StyleRule(
        className: "ac-ring",
        declarations: """
            display:flex;flex-direction:column;color:var(--ac-text);align-items:var(--ac-justify,flex-start);\
            gap:var(--ac-s-s);font-size:.8125rem;line-height:1.3;\
            & svg{flex:none;width:2.75rem;height:2.75rem;fill:none;stroke:var(--ac-tone,var(--ac-tint));stroke-width:4}\
            & span{unicode-bidi:plaintext}& .ac-track{stroke:color-mix(in srgb,var(--ac-text) 14%,transparent)}\
            &:dir(rtl) svg{transform:scaleX(-1)}\
            &.ac-ring-above{flex-direction:column-reverse}\
            &.ac-ring-after,&.ac-ring-before{flex-direction:row;align-items:center;gap:var(--ac-s-d);\
            justify-content:var(--ac-justify,flex-start)}\
            &.ac-ring-before{flex-direction:row-reverse;justify-content:flex-end}\
            &.ac-ring-tiny svg{width:1rem;height:1rem}&.ac-ring-small svg{width:1.75rem;height:1.75rem}\
            &.ac-ring-large svg{width:4.5rem;height:4.5rem}\
            & .ac-moving{animation:ac-turn 1.2s linear infinite;transform-origin:center}\
            @media (prefers-reduced-motion:reduce){& .ac-moving{animation:none}}\
            @media (forced-colors:active){& svg{stroke:Highlight}& .ac-track{stroke:GrayText}}
            """
    )

    /// The stars of a rating.
    static let rating = StyleRule(
        className: "ac-rating",
        declarations: """
            display:flex;flex-wrap:wrap;align-items:center;gap:var(--ac-s-s);\
            justify-content:var(--ac-justify,flex-start);font-size:.875rem;font-variant-numeric:tabular-nums;\
            & svg{height:1.375rem;fill:color-mix(in srgb,var(--ac-text) 18%,transparent)}\
            & svg svg{height:24px;overflow:hidden;fill:var(--ac-hue,var(--ac-quiet))}&:dir(rtl)>svg{transform:scaleX(-1)}\
            &.ac-rating-medium>svg{height:1rem}& .ac-quiet{color:var(--ac-quiet)}\
            @media (forced-colors:active){& svg{fill:none;stroke:CanvasText}& svg svg{fill:CanvasText}}
            """
    )

    /// Code, and the button beside it that copies it.
    static let codeBlock = StyleRule(
        className: "ac-code",
        declarations: """
            display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 8px;\
            padding:4px 4px 4px 10px;border-radius:8px;background:color-mix(in srgb,var(--ac-text) 8%,transparent);\
            &>code{flex:1 1 10em;min-width:0;padding-block:4px;white-space:pre-wrap;overflow-wrap:anywhere;text-align:left}\
            &>button{position:relative;z-index:2;flex:none;min-width:44px;min-height:44px;padding:0 8px;\
            font-size:.8125rem;color:var(--ac-quiet);border-radius:8px}
            """
    )

    /// A button with a description.
    static let compoundButton = StyleRule(
        className: "ac-compound",
        declarations: """
            display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px var(--ac-s-d);align-items:center;\
            padding:10px 12px;border-radius:12px;text-align:start;\
            background:var(--ac-button-background,color-mix(in srgb,var(--ac-text) 11%,transparent));\
            &>*{grid-column:2}&>.ac-icon{grid-column:1}&>.ac-select{border-radius:12px}\
            & .ac-compound-title{display:flex;flex-wrap:wrap;align-items:center;gap:var(--ac-s-s);font-weight:600}\
            & .ac-quiet{color:var(--ac-quiet);font-size:.8125rem}\
            @media (forced-colors:active){border:1px solid}
            """
    )

    /// A table.
    static let table = StyleRule(
        className: "ac-table",
        declarations: """
            overflow-x:auto;\
            &>table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}\
            & :is(th,td){padding:6px 8px;vertical-align:top;text-align:start;font-weight:inherit}\
            & th{font-weight:600}\
            &.ac-lined :is(th,td){border:1px solid var(--ac-grid,var(--ac-line))}\
            & .ac-content-center{vertical-align:middle}& .ac-content-bottom{vertical-align:bottom}\
            & .ac-align-center{text-align:center}& .ac-align-end{text-align:end}\
            & .ac-padded{border-radius:0;padding:0}
            """
    )

    /// The color of a table's grid lines.
    static func grid(_ style: ContainerStyle) -> StyleRule? {
        let colors: [ContainerStyle: String] = [
            .emphasis: "--ac-quiet", .good: "--ac-good,#34c759", .warning: "--ac-warning,#ff9f0a",
            .attention: "--ac-attention,#ff453a", .accent: "--ac-tint",
        ]
        return colors[style].map {
            StyleRule(className: "ac-grid-\(style.rawValue)", declarations: "--ac-grid:var(\($0))")
        }
    }
}
