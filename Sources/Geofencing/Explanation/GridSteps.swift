/// The values to try from a current value to a last one: the multiples of a grid, wherever the current value lies.
struct GridSteps {
    var start: Double
    /// A multiple of the grid.
    var end: Double
    /// The resolution of the values.
    var grid: Double

    /// The number of values to try.
    var count: Int {
        // Rounded to a millionth of a step, as neither the values nor the grid are exact.
        let steps = (abs(end - start) * parts * 1e6).rounded() / 1e6
        return Int(steps.rounded(.up))
    }

    /// Returns the value to try at a step from 1, next to the current value, to `count`, the last.
    func value(at step: Int) -> Double {
        let left = Double(count - step)
        return ((end * parts).rounded() + (end < start ? left : -left)) / parts
    }

    /// How many steps of the grid make 1: exact, as 0.01 is not.
    private var parts: Double { (1 / grid).rounded() }
}
