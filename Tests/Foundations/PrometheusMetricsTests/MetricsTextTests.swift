import Testing

@testable import PrometheusMetrics

@Suite struct MetricsTextTests {
    @Test func aMetricHasItsHelpAndItsTypeOnceBeforeItsValues() {
        let family = MetricFamily(
            "requests_total",
            .counter,
            "Requests.",
            [.init(["protocol": "a", "status": "2xx"], 3), .init(["protocol": "b", "status": "2xx"], 0)]
        )
        #expect(
            MetricsText.of([family, MetricFamily("up", .gauge, "Is it?", 1)]) == """
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{protocol="a",status="2xx"} 3
                requests_total{protocol="b",status="2xx"} 0
                # HELP up Is it?
                # TYPE up gauge
                up 1

                """
        )
    }

    @Test func whatWouldEndALineOrALabelIsEscaped() {
        let family = MetricFamily("m", .gauge, "a\\b\n\"c\"", [.init(["l": "a\\b\n\"c\"é"], 1)])
        #expect(
            MetricsText.of([family]) == #"""
                # HELP m a\\b\n"c"
                # TYPE m gauge
                m{l="a\\b\n\"c\"é"} 1

                """#
        )
    }

    @Test(
        arguments: [
            (0, "0"), (-2, "-2"), (0.005, "0.005"), (1_795_248_000.25, "1795248000.25"),
            (9_007_199_254_740_992, "9007199254740992"),
            (1e-7, "1e-07"), (1e300, "1e+300"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
        ] as [(Double, String)]
    )
    func aNumberIsWrittenSoThatPrometheusReadsIt(number: Double, text: String) {
        #expect(MetricsText.of([MetricFamily("m", .gauge, "", number)]).hasSuffix("\nm \(text)\n"))
    }

    @Test func theBucketsOfAHistogramCountAllValuesUpToTheirBounds() {
        let histogram = Histogram(bounds: [0.5, 1, 60])
        histogram.observe(0.25)
        histogram.observe(0.5)
        histogram.observe(.milliseconds(750))
        histogram.observe(100, count: 10)
        #expect(
            MetricsText.of([MetricFamily("lag_seconds", "Lag.", histogram)]) == """
                # HELP lag_seconds Lag.
                # TYPE lag_seconds histogram
                lag_seconds_bucket{le="0.5"} 2
                lag_seconds_bucket{le="1"} 3
                lag_seconds_bucket{le="60"} 3
                lag_seconds_bucket{le="+Inf"} 13
                lag_seconds_sum 1001.5
                lag_seconds_count 13

                """
        )
    }

    @Test func manyThreadsCountTogether() async {
        let (counter, histogram) = (Counter(), Histogram(bounds: [1]))
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.add(2)
                        histogram.observe(0.5)
                    }
                }
            }
        }
        #expect(counter.value == 16_000)
        #expect(histogram.snapshot == .init(buckets: [.init(bound: 1, count: 8000)], count: 8000, sum: 4000))
    }
}
