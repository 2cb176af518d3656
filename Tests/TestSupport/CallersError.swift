/// An error of a program that uses the library.
package struct CallersError: Error, Equatable {
    package var number: Int

    package init(number: Int) { self.number = number }
}
