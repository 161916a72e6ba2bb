// Where WebKit's thread waits for the next refresh of the display.
#ifndef PAGEREEL_DISPLAY_GATE_H
#define PAGEREEL_DISPLAY_GATE_H

/// Waits for the next refresh: until it is let through, or a sixtieth of a
/// second.
void display_gate_wait(void);

/// Refreshes a second that WebKit is to count on.
unsigned display_gate_rate(void);

#endif
