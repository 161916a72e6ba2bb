// A virtual graphics card with one screen, for the private display.
//
// It implements only what WebKit uses (DisplayVBlankMonitorDRM.cpp): WebKit lists the cards,
// opens each, looks for GDK's monitor among the connected screens, and waits for its refreshes.
// The card's file is /dev/null. Calls about other files, and calls from outside WebKit, go to
// libdrm.
#include <gdk/gdk.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

#include "display_gate.h"
#include "stand_in.h"

/// The number of cards for which WebKit has room.
#define MOST_CARDS 64
/// The ID of the only controller, connector and encoder.
#define ONLY 1

static char *nodes[DRM_NODE_MAX] = {[DRM_NODE_PRIMARY] = "/dev/null"};
static drmDevice card = {.nodes = nodes, .available_nodes = 1 << DRM_NODE_PRIMARY};

static uint32_t ids[] = {ONLY};
static drmModeRes resources = {.count_crtcs = 1, .crtcs = ids, .count_connectors = 1, .connectors = ids};
static drmModeModeInfo mode;
static drmModeConnector connector = {
    .connector_id = ONLY, .encoder_id = ONLY, .connection = DRM_MODE_CONNECTED, .count_modes = 1, .modes = &mode};
static drmModeEncoder encoder = {.encoder_id = ONLY, .crtc_id = ONLY};

/// Whether the file is the virtual card's.
static bool is_card(int fd) {
    struct stat file;
    return fstat(fd, &file) == 0 && S_ISCHR(file.st_mode) && file.st_rdev == makedev(1, 3);
}

// WebKit searches the cards twice: for the one that drives the screen and for one that can
// render. The virtual card comes first and has no render node.

EXPORTED int drmGetDevices2(uint32_t flags, drmDevicePtr devices[], int max_devices) {
    bool is_asked_for = devices && max_devices == MOST_CARDS && is_webkit(__builtin_return_address(0));
    if (!is_asked_for) return INSTEAD_OF(drmGetDevices2)(flags, devices, max_devices);
    devices[0] = &card;
    int others = INSTEAD_OF(drmGetDevices2)(flags, devices + 1, max_devices - 1);
    return others < 0 ? 1 : 1 + others;
}

EXPORTED void drmFreeDevices(drmDevicePtr devices[], int count) {
    bool has_card = count > 0 && devices[0] == &card;
    INSTEAD_OF(drmFreeDevices)(devices + has_card, count - has_card);
}

EXPORTED drmModeResPtr drmModeGetResources(int fd) {
    return is_card(fd) ? &resources : INSTEAD_OF(drmModeGetResources)(fd);
}

EXPORTED void drmModeFreeResources(drmModeResPtr those) {
    if (those != &resources) INSTEAD_OF(drmModeFreeResources)(those);
}

EXPORTED drmModeConnectorPtr drmModeGetConnector(int fd, uint32_t id) {
    if (!is_card(fd)) return INSTEAD_OF(drmModeGetConnector)(fd, id);
    GdkDisplay *display = gdk_display_get_default();
    GdkMonitor *monitor = display ? gdk_display_get_monitor(display, 0) : NULL;
    if (!monitor) return NULL;
    connector.mmWidth = gdk_monitor_get_width_mm(monitor);
    connector.mmHeight = gdk_monitor_get_height_mm(monitor);
    return &connector;
}

EXPORTED void drmModeFreeConnector(drmModeConnectorPtr that) {
    if (that != &connector) INSTEAD_OF(drmModeFreeConnector)(that);
}

EXPORTED drmModeEncoderPtr drmModeGetEncoder(int fd, uint32_t id) {
    return is_card(fd) ? &encoder : INSTEAD_OF(drmModeGetEncoder)(fd, id);
}

EXPORTED void drmModeFreeEncoder(drmModeEncoderPtr that) {
    if (that != &encoder) INSTEAD_OF(drmModeFreeEncoder)(that);
}

/// A request without a sequence number is WebKit's test whether waiting works.
EXPORTED int drmWaitVBlank(int fd, drmVBlankPtr refresh) {
    if (!is_card(fd)) return INSTEAD_OF(drmWaitVBlank)(fd, refresh);
    if (refresh->request.sequence > 0) display_gate_wait();
    return 0;
}

/// The private display's connector has no name. If it had one, WebKitGTK 2.54.3 would compare names
/// such as HDMI-1. Without one it compares sizes in millimeters, like earlier versions.
EXPORTED gchar *gdk_screen_get_monitor_plug_name(GdkScreen *screen, gint monitor) {
    (void)screen, (void)monitor;
    return NULL;
}

/// In thousandths of a hertz; GDK does not know the rate of the private display.
EXPORTED int gdk_monitor_get_refresh_rate(GdkMonitor *monitor) {
    (void)monitor;
    return (int)display_gate_rate() * 1000;
}
