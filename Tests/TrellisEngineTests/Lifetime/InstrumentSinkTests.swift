import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Instruments that are there to be used.
@Suite struct InstrumentSinkTests {
  /// Does one of everything that can be told apart.
  private func work(told instrument: any Instrument) async throws {
    let base = Database.inMemory(policy: Policy.writable("open"))
    let database = base.with(instrument: instrument)
    try await database.set("open/a", 1)
    _ = try await database.get("open/a")
    _ = database.observe("open")
    _ = try? await database.set("shut", 1)
    var write = try TreeWrite.set("open/a", 2)
    write.condition = .equals(9, at: "open/a")
    _ = try? await database.write(write)
    let runs = Counter()
    try await database.transaction("open/a") { value in
      if runs.add() < 3 { finishNow { _ = try? await base.set("open/a", .increment(by: 1)) } }
      return .int((value.int ?? 0) + 1)
    }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.set("open/a", 1)
    }
    _ = await cancelled.result
    try await database.close()
    _ = try? await database.get("open/a")
  }

  @Test("events are kept, with how they ended") func memory() async throws {
    let told = MemoryInstrument()
    try await work(told: told)
    #expect(told.events.map(\.outcome) == [.ok, .ok, .ok, .denied, .conflict, .ok, .cancelled, .failed])
    #expect(told.events.map(\.retries) == [0, 0, 0, 0, 0, 2, 0, 0])
    #expect(told.count(of: .write) == 4)
    #expect(told.count(of: .observe) == 1)
    told.clear()
    #expect(told.events.isEmpty)
  }

  @Test("the newest events are kept, as many as asked for") func capacity() async throws {
    let told = MemoryInstrument(capacity: 3)
    let database = Database.inMemory().with(instrument: told)
    for number in 1...10 {
      try await database.set(TreePath([TreeKey(number)]), true)
      #expect(told.events.count == min(number, 3))
    }
    #expect(told.events.map(\.path) == ["8", "9", "10"])
  }

  @Test("lines say what happened, where and how") func log() async throws {
    let lines = Locked<[String]>([])
    try await work(told: LogInstrument { line in lines.withLock { $0.append(line) } })
    let told = lines.withLock { $0 }
    #expect(told.count == 8)
    #expect(told[0].hasPrefix("write /open/a "))
    #expect(told[0].hasSuffix(" ms"))
    #expect(told[2] == "observe /open")
    #expect(told[3].contains(" ms denied: permissionDenied at /shut: "))
    #expect(told[5].hasPrefix("transaction /open/a "))
    #expect(told[5].hasSuffix(" ms after 3 tries"))
  }

  @Test("of what is quick, only what failed or was tried again") func slow() async throws {
    let lines = Locked<[String]>([])
    try await work(told: LogInstrument(slowerThan: .seconds(3600)) { line in lines.withLock { $0.append(line) } })
    #expect(lines.withLock { $0.count } == 5)
  }

  @Test("counts and times as Prometheus reads them") func prometheus() async throws {
    let metrics = PrometheusInstrument()
    try await work(told: metrics)
    let lines = metrics.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    for line in [
      "# TYPE trellis_operations_total counter", "trellis_operations_total{operation=\"read\",outcome=\"ok\"} 1",
      "trellis_operations_total{operation=\"read\",outcome=\"failed\"} 1", "trellis_operations_total{operation=\"write\",outcome=\"ok\"} 1",
      "trellis_operations_total{operation=\"write\",outcome=\"denied\"} 1",
      "trellis_operations_total{operation=\"write\",outcome=\"conflict\"} 1",
      "trellis_operations_total{operation=\"write\",outcome=\"cancelled\"} 1",
      "trellis_operations_total{operation=\"observe\",outcome=\"ok\"} 1",
      "trellis_operations_total{operation=\"transaction\",outcome=\"ok\"} 1", "trellis_retries_total 2",
      "# TYPE trellis_operation_duration_seconds histogram", "trellis_operation_duration_seconds_bucket{operation=\"write\",le=\"+Inf\"} 4",
      "trellis_operation_duration_seconds_count{operation=\"write\"} 4",
    ] {
      #expect(lines.contains { $0 == line }, "\(line) is missing in:\n\(metrics.text)")
    }
    let buckets = lines.filter { $0.hasPrefix("trellis_operation_duration_seconds_bucket{operation=\"write\"") }
    #expect(buckets.count == 12)
    let counts = buckets.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(counts == counts.sorted())
    #expect(PrometheusInstrument(prefix: "app").text.contains("app_retries_total 0\n"))
  }

  @Test("times fall into the bucket of their bound") func buckets() {
    let metrics = PrometheusInstrument()
    for duration in [Duration.microseconds(100), .milliseconds(1), .seconds(10), .seconds(11)] {
      metrics.record(InstrumentEvent(operation: .read, path: .root, duration: duration))
    }
    for line in ["le=\"0.0001\"} 1", "le=\"0.0005\"} 1", "le=\"0.001\"} 2", "le=\"5.0\"} 2", "le=\"10.0\"} 3", "le=\"+Inf\"} 4"] {
      #expect(metrics.text.contains(line), "\(line) is missing in:\n\(metrics.text)")
    }
  }

  @Test("several as one") func several() async throws {
    let (first, second) = (MemoryInstrument(), MemoryInstrument())
    try await Database.inMemory().with(instrument: Instruments(first, second)).set("a", 1)
    #expect([first.events.count, second.events.count] == [1, 1])
  }
}
