import AdaptiveCards

extension StyleRule {
    /// A chart of any kind: title, legend, and the table for screen readers.
    static let chart = StyleRule(
        className: "ac-chart",
        declarations: """
            --ac-hue:var(--ac-tint);position:relative;font-size:.75rem;line-height:1.3;text-align:start;\
            font-variant-numeric:tabular-nums;\
            & p{margin:0}& :is(p,span){unicode-bidi:plaintext}&:dir(rtl)>p{text-align:right}\
            & .ac-chart-title{margin-bottom:6px;font-size:.8125rem;font-weight:600}\
            & .ac-quiet{color:var(--ac-quiet)}\
            & .ac-legend{display:flex;flex-wrap:wrap;gap:2px 12px;margin:6px 0 0;padding:0;list-style:none}\
            & .ac-legend li{display:flex;align-items:center;gap:5px;min-width:0}\
            & .ac-legend svg{flex:none;width:1rem;height:.5rem}\
            & .ac-data{position:absolute;width:1px;height:1px;inset-block-start:0;overflow:hidden;\
            clip-path:inset(50%);white-space:nowrap}\
            & .ac-shape{fill:var(--ac-hue)}& .ac-track{fill:none;stroke:var(--ac-line)}\
            & .ac-arc{fill:none;stroke:var(--ac-hue)}\
            & .ac-line{fill:none;stroke:var(--ac-hue);stroke-width:2;stroke-linecap:round;stroke-linejoin:round;\
            vector-effect:non-scaling-stroke}\
            @media (forced-colors:active){& [class*=ac-hue]{--ac-hue:CanvasText}& .ac-track{stroke:GrayText}}
            """
    )

    /// A chart with axes.
    static let plot = StyleRule(
        className: "ac-plot",
        declarations: """
            display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 6px;padding-block-start:.4rem;\
            color:var(--ac-quiet);font-size:.6875rem;\
            &>svg{width:100%;height:7rem;overflow:visible}\
            &.ac-spark{display:block;padding:0;&>svg{display:block;height:2.25rem}}\
            & .ac-scale{display:flex;flex-direction:column;justify-content:space-between;direction:ltr}\
            & .ac-scale>span{display:flex;height:0;align-items:center;justify-content:flex-end}\
            &:dir(rtl) .ac-scale>span{justify-content:flex-start}\
            & .ac-axis{grid-column:2;display:flex;justify-content:space-between;white-space:nowrap}\
            & .ac-axis>span{display:flex;width:0;justify-content:center}\
            & .ac-axis>:first-child{justify-content:flex-start}& .ac-axis>:last-child{justify-content:flex-end}\
            & .ac-axis>:only-child{width:100%;justify-content:center}\
            & .ac-axis-cells>span.ac-axis-cell{display:block;flex:1 1 0;min-width:0;overflow:hidden;\
            text-overflow:ellipsis;text-align:center}\
            & .ac-axis-title{grid-column:2;text-align:center}\
            & .ac-ruled{fill:var(--ac-line)}& .ac-area{fill:var(--ac-hue);opacity:.14}\
            & .ac-bar-value{fill:var(--ac-text);font-size:.6875rem;text-anchor:middle;direction:ltr}\
            &:dir(rtl)>svg{transform:scaleX(-1)}\
            &:dir(rtl) .ac-bar-value{transform:scaleX(-1);transform-box:fill-box;transform-origin:center}\
            @media (forced-colors:active){& .ac-ruled{fill:GrayText}& .ac-bar-value{fill:CanvasText}}
            """
    )

    /// A ring of segments.
    static let donut = StyleRule(
        className: "ac-donut",
        declarations: """
            display:flex;flex-wrap:wrap;align-items:center;gap:var(--ac-s-m);\
            justify-content:var(--ac-justify,flex-start);\
            &>svg{flex:none;width:7.5rem;height:7.5rem}\
            & .ac-legend{flex:1 1 8rem;flex-direction:column;margin:0}\
            & .ac-legend b{margin-inline-start:auto;padding-inline-start:8px;font-weight:600}\
            & text{fill:var(--ac-hue);font-size:18px;font-weight:600;text-anchor:middle;dominant-baseline:central}\
            & .ac-long{font-size:11px}
            """
    )

    /// A half circle with a needle.
    static let gauge = StyleRule(
        className: "ac-gauge",
        declarations: """
            display:grid;grid-template-columns:1fr auto 1fr;gap:0 6px;width:11rem;max-width:100%;\
            justify-items:center;text-align:center;margin-inline:0 auto;\
            &.ac-gauge-center{margin-inline:auto}&.ac-gauge-end{margin-inline:auto 0}\
            &>svg{grid-column:1/-1;width:100%}&:dir(rtl)>svg{transform:scaleX(-1)}\
            & .ac-needle{stroke:var(--ac-text);stroke-width:2.5;stroke-linecap:round}\
            & .ac-hub{fill:var(--ac-text)}\
            & b{grid-column:2;font-size:1.375rem;font-weight:300;line-height:1.2}\
            & .ac-wide{grid-column:1/-1}& :is(b,span){direction:ltr}\
            @media (forced-colors:active){& .ac-needle{stroke:CanvasText}& .ac-hub{fill:CanvasText}}
            """
    )

    /// The color of text.
    static let plainHue = StyleRule(className: "ac-hue-text", declarations: "--ac-hue:var(--ac-text)")

    /// The maximum width of a chart.
    static func maxWidth(_ pixels: Int) -> StyleRule {
        StyleRule(className: "ac-max-w-\(pixels)px", declarations: "max-width:\(pixels)px")
    }

    /// The color of a part of a chart.
    ///
    /// Shades are mixed with the text color, so they are lighter on a dark page and darker on a light one. A theme can
    /// override them, for example with `--ac-categorical-red`.
    static func hue(_ color: ChartColor) -> StyleRule {
        let name = color.hyphenated
        return StyleRule(className: "ac-hue-\(name)", declarations: "--ac-hue:var(--ac-\(name),\(shade(color)))")
    }

    /// The colors with a meaning.
    private static let shades: [ChartColor: String] = [
        .good: "#34c759", .warning: "#ff9f0a", .attention: "#ff453a",
        .neutral: "color-mix(in srgb,var(--ac-text) 55%,transparent)",
    ]

    /// The colors that are mixed with a little of the text color.
    private static let tones: [ChartColor: String] = [
        .categoricalRed: "#e5484d", .divergingRed: "#e5484d", .categoricalPurple: "#a24ed6",
        .categoricalLavender: "#8b7cf0", .categoricalBlue: "#2f81f7", .divergingBlue: "#2f81f7",
        .categoricalLightBlue: "#35b2ec", .divergingLightBlue: "#35b2ec", .categoricalTeal: "#12a594",
        .divergingTeal: "#12a594", .categoricalGreen: "#30a46c", .categoricalLime: "#86ac12",
        .categoricalMarigold: "#e09a00", .divergingYellow: "#e09a00", .divergingCyan: "#1fb1c9",
        .divergingPeach: "#ee8a5f", .divergingLightRed: "#ee6a68", .divergingMaroon: "#a8324a",
        .divergingGray: "#8b8d98",
    ]

    /// The base colors of the sequential ones, by their names without the number of the step.
    private static let sequences = [
        "sequential": "#2f81f7", "sequentialRed": "#e5484d", "sequentialGreen": "#30a46c",
        "sequentialYellow": "#e09a00",
    ]

    /// Returns a color; of a sequence, the first steps are translucent, and the last ones approach the text color.
    private static func shade(_ color: ChartColor) -> String {
        if let shade = shades[color] { return shade }
        if let tone = tones[color] { return "color-mix(in srgb,\(tone) 84%,var(--ac-text))" }
        let step = color.rawValue.last?.wholeNumberValue ?? 1
        let base = sequences[String(color.rawValue.dropLast())] ?? "#2f81f7"
        return step <= 6
            ? "color-mix(in srgb,\(base) \(40 + 10 * step)%,transparent)"
            : "color-mix(in srgb,\(base) \(step == 7 ? 80 : 60)%,var(--ac-text))"
    }
}
