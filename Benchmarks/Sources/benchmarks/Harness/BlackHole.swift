/// Takes a value where nobody can see what becomes of it, so that the compiler cannot leave out the work that made it.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
