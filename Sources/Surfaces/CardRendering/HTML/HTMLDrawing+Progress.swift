import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ bar: ProgressBar) {
        if let range = bar.range { return draw(bar, range) }
        begin("<div class=\"ac-element", bar.common) { drawing in
            drawing.use(.progressBar)
            drawing.writeColor(of: bar.progress)
        } attributes: { drawing in
            drawing.writeMeaning(of: bar)
        }
        html.markup("<svg aria-hidden=\"true\"><rect height=\"100%\"")
        if let fraction = bar.progress.fraction {
            html.attribute("width", SVGNumber.percent(fraction))
            html.markup(">")
        } else {
            html.markup(" width=\"40%\" class=\"ac-moving\">")
        }
        html.markup("</rect></svg></div>")
    }

    /// Draws a range; its colors, if there are several, belong to places on the whole bar.
    private mutating func draw(_ bar: ProgressBar, _ range: ClosedRange<Double>) {
        begin("<div class=\"ac-element", bar.common) { drawing in
            drawing.use(.progressBar)
            drawing.writeColor(of: bar.progress)
        } attributes: { drawing in
            drawing.writeMeaning(of: bar)
        }
        html.markup("<svg aria-hidden=\"true\">")
        let gradient = bar.progress.color == .coolToWarm ? ids.next() : nil
        if let gradient {
            html.markup("<linearGradient gradientUnits=\"userSpaceOnUse\"")
            html.attribute("id", gradient)
            html.markup("><stop class=\"ac-cool\"></stop><stop offset=\"1\" class=\"ac-warm\"></stop></linearGradient>")
        }
        html.markup("<rect height=\"100%\" rx=\"3\"")
        html.attribute("x", SVGNumber.percent(range.lowerBound))
        html.attribute("width", SVGNumber.percent(range.upperBound - range.lowerBound))
        if let gradient { html.attribute("fill", "url(#\(gradient))") }
        html.markup("></rect></svg></div>")
    }

    mutating func draw(_ ring: ProgressRing) {
        let label = ring.label ?? ""
        begin("<div class=\"ac-element", ring.common) { drawing in
            drawing.use(.progressRing)
            drawing.writeColor(of: ring.progress)
            drawing.writeClass("ac-ring-", ring.labelPosition, unless: .below)
            drawing.writeClass("ac-ring-", ring.size, unless: .medium)
        }
        html.markup("<svg viewBox=\"0 0 32 32\"")
        writeProgress(ring.progress, label: label.isEmpty ? environment.words.progress : label)
        html.markup("><circle class=\"ac-track\" cx=\"16\" cy=\"16\" r=\"14\"></circle>")
        let fraction = ring.progress.fraction
        if fraction != 0 {
            html.markup("<circle cx=\"16\" cy=\"16\" r=\"14\" pathLength=\"100\" stroke-linecap=\"round\"")
            if let fraction {
                html.attribute("stroke-dasharray", fraction == 1 ? "none" : "\(SVGNumber.part(fraction)) 100")
                html.markup(" transform=\"rotate(-90 16 16)\">")
            } else {
                html.markup(" stroke-dasharray=\"28 100\" class=\"ac-moving\">")
            }
            html.markup("</circle>")
        }
        html.markup("</svg>")
        if !label.isEmpty {
            // The label is already the accessible name of the ring.
            directed("<span aria-hidden=\"true\"", label, "</span>")
        }
        html.markup("</div>")
    }

    /// Writes the attributes of a bar for screen readers; one with an empty alternative text is hidden from them.
    private mutating func writeMeaning(of bar: ProgressBar) {
        if bar.altText == "" {
            html.markup(" aria-hidden=\"true\"")
        } else if let range = bar.range {
            html.markup(" role=\"img\"")
            html.attribute("aria-label", bar.altText ?? texts.percent(range))
        } else {
            writeProgress(bar.progress, label: bar.altText ?? environment.words.progress)
        }
    }

    /// Writes the attributes for screen readers; indeterminate progress has no value.
    private mutating func writeProgress(_ progress: ProgressValue, label: String) {
        html.markup(" role=\"progressbar\"")
        html.attribute("aria-label", label)
        guard let fraction = progress.fraction else { return }
        html.attribute("aria-valuenow", String(Int((fraction * 100).rounded())))
        html.markup(" aria-valuemin=\"0\" aria-valuemax=\"100\"")
    }
}

/// Numbers in SVG attributes, formatted from integers alone.
enum SVGNumber {
    /// Returns a fraction, 0 to 1, in percent with two decimals.
    static func percent(_ fraction: Double) -> String { "\(part(fraction))%" }

    /// Returns a fraction, 0 to 1, multiplied by 100, with two decimals.
    static func part(_ fraction: Double) -> String { decimal(fraction, of: 100) }

    /// Returns a fraction of a length, with two decimals.
    static func decimal(_ fraction: Double, of length: Int) -> String {
        let limit = Double(length * 100)
        // NaN counts as 0.
        let scaled = fraction > 0 ? Int(Swift.min(fraction * limit, limit).rounded()) : 0
        guard scaled % 100 != 0 else { return String(scaled / 100) }
        let digits = scaled % 100
        if digits % 10 == 0 { return "\(scaled / 100).\(digits / 10)" }
        return "\(scaled / 100).\(digits < 10 ? "0" : "")\(digits)"
    }
}
