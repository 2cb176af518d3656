import GEOS
import Testing

@Suite struct GEOSPlaceholder {}
