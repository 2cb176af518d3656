extension GeofenceEngine {
    /// Returns the transitions that a stream of fixes produces, as they happen.
    ///
    /// ```swift
    /// for await transition in engine.transitions(for: fixes) { print(transition.json()) }
    /// ```
    ///
    /// Each fix counts as in `process(_:)`. The next one is requested once all transitions of the previous ones have
    /// been taken, so a slow consumer slows the stream down. Evaluated fixes remain part of the engine's state: a loop
    /// that is left early loses the remaining transitions of its last fix, and the fixes that wait; to continue later,
    /// keep the iterator.
    ///
    /// - Parameters:
    ///   - fixes: The fixes, those of one device in order of time, unless a lateness is given.
    ///   - maximumLateness: How much older than its device's newest fix a fix may be. A `FixReorderer`, whose present
    ///     is the system's clock, holds each fix back until one of its device is newer by more than that, or the stream
    ///     ends; until then the fix is not part of any state of the engine. A reorderer of your own can also flush the
    ///     fixes of devices that have gone silent. `nil` evaluates each fix as it comes.
    ///   - reject: Called with each fix that is not used, and with the reason, when it is evaluated: before the
    ///     transitions of the fixes after it are returned. It may call the engine.
    /// - Returns: A sequence that fails as `fixes` does, with the same type of error, after evaluating the waiting
    ///   fixes.
    /// - Precondition: `maximumLateness` is not negative.
    /// - Complexity: That of `process(_:)` for each fix, plus the cost of iterating over `fixes`.
    public func transitions<Fixes: AsyncSequence>(
        for fixes: Fixes,
        maximumLateness: Duration? = nil,
        rejecting reject: @escaping @Sendable (_ fix: Fix, _ reason: Rejection) -> Void = { _, _ in }
    ) -> TransitionSequence<Fixes> where Fixes.Element == Fix {
        let reorderer = maximumLateness.map { FixReorderer(maximumLateness: $0, rules: rules) }
        return TransitionSequence(engine: self, fixes: fixes, reorderer: reorderer, reject: reject)
    }
}

/// The transitions of a stream of fixes; see `GeofenceEngine.transitions(for:maximumLateness:rejecting:)`.
public struct TransitionSequence<Fixes: AsyncSequence>: AsyncSequence where Fixes.Element == Fix {
    /// Takes fixes and returns their transitions, one at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let engine: GeofenceEngine
        fileprivate var fixes: Fixes.AsyncIterator
        fileprivate var reorderer: FixReorderer?
        fileprivate let reject: @Sendable (_ fix: Fix, _ reason: Rejection) -> Void
        /// The transitions of the last fix, and the number of them that have been returned.
        fileprivate var transitions: [Transition] = []
        fileprivate var given = 0
        fileprivate var isEnded = false
        fileprivate var failure: Fixes.Failure?

        /// Returns the next transition; `nil` after the last fix.
        ///
        /// - Throws: The error with which the fixes end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Fixes.Failure) -> Transition? {
            while given == transitions.count, !isEnded {
                transitions.removeAll(keepingCapacity: true)
                given = 0
                do throws(Fixes.Failure) {
                    take(try await fixes.next(isolation: actor))
                } catch {
                    failure = error
                    take(nil)
                }
            }
            if given < transitions.count {
                given += 1
                return transitions[given - 1]
            }
            guard let failure else { return nil }
            self.failure = nil
            throw failure
        }

        /// Evaluates a fix or, after the last one, those that still wait.
        private mutating func take(_ fix: Fix?) {
            if let fix {
                evaluate(reorderer?.add(fix, at: .now) ?? [fix])
            } else {
                isEnded = true
                evaluate(reorderer?.flush() ?? [])
            }
        }

        private mutating func evaluate(_ fixes: [Fix]) {
            for fix in fixes {
                if let reason = engine.process(fix, into: &transitions) { reject(fix, reason) }
            }
        }
    }

    fileprivate let engine: GeofenceEngine
    fileprivate let fixes: Fixes
    fileprivate let reorderer: FixReorderer?
    fileprivate let reject: @Sendable (_ fix: Fix, _ reason: Rejection) -> Void

    /// Starts to take fixes.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(engine: engine, fixes: fixes.makeAsyncIterator(), reorderer: reorderer, reject: reject)
    }
}

extension TransitionSequence: Sendable where Fixes: Sendable {}

@available(*, unavailable)
extension TransitionSequence.AsyncIterator: Sendable {}
