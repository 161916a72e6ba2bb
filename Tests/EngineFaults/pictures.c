// Late pictures: the view draws the previous one. "late-pictures" affects all views, "late-painted"
// only views without layers.
//
// Nothing is linked, because the library is also loaded into other programs.
#include <stddef.h>

#include "faults.h"

typedef void object;

static bool is_late(object *widget) {
    if (has_fault("late-pictures")) return true;
    if (!has_fault("late-painted")) return false;
    object *(*settings)(object *) = next_function("webkit_web_view_get_settings");
    int (*policy)(object *) = next_function("webkit_settings_get_hardware_acceleration_policy");
    const int never = 2;
    return policy(settings(widget)) == never;
}

INTERPOSED void gtk_widget_draw(object *widget, object *picture) {
    static object *last;
    void (*draw)(object *, object *) = next_function("gtk_widget_draw");
    void (*clip)(object *, double *, double *, double *, double *) = next_function("cairo_clip_extents");
    double left, top, right, bottom;
    clip(picture, &left, &top, &right, &bottom);
    // A picture that is discarded is clipped to one pixel.
    if (!is_late(widget) || right - left < 2) {
        draw(widget, picture);
        return;
    }
    object *(*target)(object *) = next_function("cairo_get_target");
    object *(*similar)(object *, int, int, int) = next_function("cairo_surface_create_similar");
    object *(*create)(object *) = next_function("cairo_create");
    void (*destroy)(object *) = next_function("cairo_destroy");
    void (*destroy_surface)(object *) = next_function("cairo_surface_destroy");
    void (*source)(object *, object *, double, double) = next_function("cairo_set_source_surface");
    void (*paint)(object *) = next_function("cairo_paint");

    const int color_and_alpha = 0x3000;
    object *now = similar(target(picture), color_and_alpha, (int)(right - left), (int)(bottom - top));
    object *context = create(now);
    draw(widget, context);
    destroy(context);
    source(picture, last ? last : now, 0, 0);
    paint(picture);
    if (last) destroy_surface(last);
    last = now;
}
