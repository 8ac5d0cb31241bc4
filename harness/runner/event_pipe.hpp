#pragma once

// The worker's end of the descriptor that events go through. What depends on the system.

#include <string_view>

namespace rpcts::runner {

/// Keeps event_descriptor from programs that this process starts: an implementation may start some.
void keep_events_from_children();

/// Writes all bytes to event_descriptor at once. When nobody reads any more the process ends, with status 2:
/// the run is over.
void send_to_parent(std::string_view bytes);

/// Passes on what has been printed so far.
void flush_output();

/// Flushes, and separates what is printed from now on from what was printed before (SeparatedOutput).
void separate_output();

}  // namespace rpcts::runner
