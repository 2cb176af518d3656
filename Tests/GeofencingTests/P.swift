import Geofencing
import Testing

@Suite struct GFPlaceholder {}
