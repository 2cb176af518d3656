/// Stub.
package final class ReferenceIndex: CoverIndex {
    let table: FenceTable
    package init(table: FenceTable) throws(GeofenceError) { self.table = table }
    package func makeWorker() throws(GeofenceError) -> Int { 0 }
    package func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList, worker: inout Int) -> Bool {
        hits.removeAll()
        for c in table.circles where c.circle.covers(x: x, y: y) { hits.append(c.fence) }
        return true
    }
}
