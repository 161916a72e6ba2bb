// Redirects of media requests, in WebKit's network process.
#ifndef PAGEREEL_REDIRECTS_H
#define PAGEREEL_REDIRECTS_H

#include <network_requests.h>

/// Keeps a media request from being redirected to a blocked address.
///
/// @param message A SoupMessage that was not sent yet.
void watch_redirects(void *message);

#endif
