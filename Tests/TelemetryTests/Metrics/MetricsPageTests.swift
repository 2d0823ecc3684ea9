import Telemetry
import Testing

struct MetricsPageTests {
    @Test func `A page is written as Prometheus reads it`() throws {
        let payments = LabeledCounter(
            "payonce_payments_total",
            help: "Payments by outcome.",
            label: "outcome",
            values: ["succeeded", "declined"]
        )
        let open = Gauge("payonce_requests_open", help: "Requests in work.", labels: ["loop": "0"])
        let time = Histogram(
            "payonce_commit_seconds",
            help: "Commits.",
            bounds: [.microseconds(500), .milliseconds(25), .milliseconds(2500)]
        )
        payments["succeeded"].increment()
        payments["succeeded"].increment(by: 2)
        payments["from outside"].increment()
        open.set(5)
        open.add(-7)
        time.record(.microseconds(500))
        time.record(.microseconds(501))
        time.record(.seconds(3))

        let text = MetricsPage([payments, open, time]).text()
        #expect(
            text == """
                # HELP payonce_commit_seconds Commits.
                # TYPE payonce_commit_seconds histogram
                payonce_commit_seconds_bucket{le="0.0005"} 1
                payonce_commit_seconds_bucket{le="0.025"} 2
                payonce_commit_seconds_bucket{le="2.5"} 2
                payonce_commit_seconds_bucket{le="+Inf"} 3
                payonce_commit_seconds_sum 3.001001
                payonce_commit_seconds_count 3
                # HELP payonce_payments_total Payments by outcome.
                # TYPE payonce_payments_total counter
                payonce_payments_total{outcome="declined"} 0
                payonce_payments_total{outcome="succeeded"} 3
                payonce_payments_total{outcome="other"} 1
                # HELP payonce_requests_open Requests in work.
                # TYPE payonce_requests_open gauge
                payonce_requests_open{loop="0"} -2

                """
        )
        #expect(try PrometheusGrammar.check(text) == 10)
    }

    @Test func `Series of one name stand together`() throws {
        let page = MetricsPage([
            Counter("a_total", help: "A.", labels: ["x": "1"]),
            Counter("b_total", help: "B."),
            Counter("a_total", help: "A.", labels: ["x": "2"]),
        ])
        #expect(try PrometheusGrammar.check(page.text()) == 3)
        #expect(MetricsPage([]).text().isEmpty)
    }

    @Test func `Labels and help are escaped`() throws {
        let counter = Counter("a_total", help: "a\\b\nc \"d\"", labels: ["x": "a\\b\nc \"d\"é"])
        let text = MetricsPage([counter]).text()
        #expect(text.contains(#"# HELP a_total a\\b\nc "d""# + "\n"))
        #expect(text.contains(#"a_total{x="a\\b\nc \"d\"é"} 0"#))
        #expect(try PrometheusGrammar.check(text) == 1)
    }

    @Test func `A histogram's buckets add up`() throws {
        let time = Histogram("a_seconds", help: "A.")
        for bound in Histogram.requestBounds {
            time.record(bound)
            time.record(bound + .nanoseconds(1))
        }
        let text = MetricsPage([time]).text()
        #expect(try PrometheusGrammar.check(text) == 18)
        for (index, line) in text.split(separator: "\n").dropFirst(2).prefix(15).enumerated() {
            #expect(line.hasSuffix(" \(2 * index + 1)"))
        }
        #expect(text.contains(#"le="+Inf"} 30"#))
        #expect(text.contains("a_seconds_count 30\n"))
    }

    @Test func `Sizes are counted up to their bounds`() throws {
        let sizes = SizeHistogram("a_items", help: "A.", labels: ["of": "x"], bounds: [1, 8])
        for size in [1, 2, 8, 9, 0] { sizes.record(size) }
        let text = MetricsPage([sizes]).text()
        #expect(
            text == """
                # HELP a_items A.
                # TYPE a_items histogram
                a_items_bucket{of="x",le="1"} 2
                a_items_bucket{of="x",le="8"} 4
                a_items_bucket{of="x",le="+Inf"} 5
                a_items_sum{of="x"} 20
                a_items_count{of="x"} 5

                """
        )
        #expect(try PrometheusGrammar.check(text) == 5)
    }

    @Test func `Threads lose no count`() async {
        let counter = Counter("a_total", help: "A.")
        let time = Histogram("a_seconds", help: "A.")
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.increment()
                        time.record(.milliseconds(3))
                    }
                }
            }
        }
        #expect(counter.value == 8000)
        #expect(MetricsPage([time]).text().contains("a_seconds_sum 24\na_seconds_count 8000\n"))
    }

    @Test func `What Prometheus would refuse traps at the start`() async {
        await #expect(processExitsWith: .failure) { _ = Counter("1a", help: "") }
        await #expect(processExitsWith: .failure) { _ = Counter("a-b", help: "") }
        await #expect(processExitsWith: .failure) { _ = Counter("a", help: "", labels: ["é": ""]) }
        await #expect(processExitsWith: .failure) {
            _ = MetricsPage([Counter("a", help: ""), Gauge("a", help: "")])
        }
        await #expect(processExitsWith: .failure) {
            _ = MetricsPage([Counter("a", help: ""), Counter("a", help: "")])
        }
        await #expect(processExitsWith: .failure) {
            Counter("a", help: "").increment(by: -1)
        }
    }
}
