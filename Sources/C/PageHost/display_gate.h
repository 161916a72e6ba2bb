// The gate at which WebKit's thread waits for the next display refresh.
#ifndef PAGEREEL_DISPLAY_GATE_H
#define PAGEREEL_DISPLAY_GATE_H

/// Waits for the next refresh: until it is released, or 1/60 s if refreshes are not held.
void display_gate_wait(void);

/// The refresh rate reported to WebKit, in hertz.
unsigned display_gate_rate(void);

#endif
