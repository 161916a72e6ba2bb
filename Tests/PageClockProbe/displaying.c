// Display updates that wait for a refresh.
#include <glib.h>

#include "probe.h"

static GSourceFuncs functions;

static GSource *make_source(const char *name) {
    GSource *source = g_source_new(&functions, sizeof *source);
    g_source_set_name(source, name);
    return source;
}

/// The timers of a page without layers and with layers.
static GSource *make_timer(void) { return make_source("DrawingAreaCoordinatedGraphics::DisplayTimer"); }
static GSource *make_layer_timer(void) { return make_source("LayerTreeHost::LayerFlushTimer"); }

static void expect_held(GSource *timer, bool is_held) {
    expect_equal(page_clock_is_display_held(page), is_held, "whether the page says that it waits");
    expect_equal(g_source_get_ready_time(timer), is_held ? -1 : 0, "the timer's ready time");
}

/// Waits until the library's own thread has released the timer.
static void await_release(void) {
    while (page_clock_is_display_held(page)) let_others_run();
}

/// Makes the library start its own thread, as the first wait does.
static int sleep_once(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time);
    return nanosleep(&length, NULL);
}

static void start_library_thread(void) {
    struct waiter waiter = {.wait = sleep_once, .time = 1000};
    start(&waiter);
    expect_leaves_at(&waiter, page_clock_now(page) + 1000);
}

CHECK(a_page_displays_once_for_each_refresh, ENGAGED) {
    start_library_thread();
    GSource *timer = make_timer();
    for (int refresh = 0; refresh < 3; refresh++) {
        page_clock_count_refresh(page, false, false);
        // By the refresh itself, whatever changes afterward.
        g_source_set_ready_time(timer, 0);
        expect_held(timer, false);
        g_source_set_ready_time(timer, -1);
        g_source_set_ready_time(timer, g_get_monotonic_time());
        expect_held(timer, true);
        move_by(100000);
        g_source_set_ready_time(timer, 0);
        expect_held(timer, true);
    }
    g_source_unref(timer);
}

CHECK(a_page_with_layers_displays_only_at_refreshes, ENGAGED) {
    start_library_thread();
    GSource *timer = make_layer_timer();
    for (int refresh = 0; refresh < 3; refresh++) {
        page_clock_count_refresh(page, false, false);
        for (int round = 0; round < 3; round++) {
            g_source_set_ready_time(timer, 0);
            expect_held(timer, false);
            g_source_set_ready_time(timer, -1);
        }
        move_by(100000);
        g_source_set_ready_time(timer, 0);
        expect_held(timer, true);
    }
    g_source_unref(timer);
}

CHECK(what_is_held_back_is_displayed_at_the_refresh, ENGAGED) {
    start_library_thread();
    GSource *timers[] = {make_timer(), make_layer_timer()};
    for (int round = 0; round < 6; round++) {
        GSource *timer = timers[round % 2];
        g_source_set_ready_time(timer, 0);
        expect_held(timer, true);
        // Neither time alone releases it, nor a refresh that may do so itself.
        move_by(100000);
        page_clock_count_refresh(page, false, false);
        let_others_run();
        expect_held(timer, true);
        page_clock_release_display(page);
        await_release();
        expect_held(timer, false);
        g_source_set_ready_time(timer, -1);
        move_by(100000);
    }
    for (int index = 0; index < 2; index++) g_source_unref(timers[index]);
}

CHECK(what_is_taken_back_is_not_displayed, ENGAGED) {
    start_library_thread();
    GSource *timer = make_timer();
    g_source_set_ready_time(timer, 0);
    expect_held(timer, true);
    g_source_set_ready_time(timer, -1);
    expect(!page_clock_is_display_held(page), "a page whose timer was stopped says that it waits");
    page_clock_count_refresh(page, false, false);
    page_clock_release_display(page);
    start_library_thread();
    expect_equal(g_source_get_ready_time(timer), -1, "the ready time of a timer that was stopped");
    g_source_unref(timer);
}

CHECK(nothing_is_displayed_before_the_first_refresh, ENGAGED) {
    start_library_thread();
    GSource *timers[] = {make_timer(), make_layer_timer()};
    for (int index = 0; index < 2; index++) {
        g_source_set_ready_time(timers[index], 0);
        // A thread is woken, so that the library's thread checks.
        start_library_thread();
        expect_held(timers[index], true);
        g_source_set_ready_time(timers[index], -1);
        g_source_unref(timers[index]);
    }
}

CHECK(a_page_in_real_time_displays_at_once, NOT_ENGAGED) {
    GSource *timer = make_timer();
    int priority;
    for (int round = 0; round < 3; round++) {
        g_source_set_ready_time(timer, 0);
        expect_held(timer, false);
        g_main_context_prepare(g_main_context_default(), &priority);
    }
    g_source_unref(timer);
}

/// A main thread's loop, and what it observes when a source is dispatched.
struct loop {
    GMainContext *context;
    int dispatched;
    bool was_held;
    /// Set by the recorder's thread.
    bool is_refreshed;
    bool was_refreshed;
};

static gboolean look(void *argument) {
    struct loop *loop = argument;
    loop->dispatched++;
    loop->was_held = page_clock_is_display_held(page);
    loop->was_refreshed = __atomic_load_n(&loop->is_refreshed, __ATOMIC_SEQ_CST);
    return G_SOURCE_REMOVE;
}

/// Dispatches a source, waits for it and for the loop to wait again, and refreshes the display.
static int refresh(struct waiter *waiter) {
    struct loop *loop = waiter->object;
    g_main_context_invoke(loop->context, look, loop);
    while (!__atomic_load_n(&loop->dispatched, __ATOMIC_SEQ_CST)) let_others_run();
    page_clock_count_refresh(page, false, false);
    __atomic_store_n(&loop->is_refreshed, true, __ATOMIC_SEQ_CST);
    page_clock_release_display(page);
    return 0;
}

CHECK(a_loop_that_displays_before_it_waits_runs_on_until_the_refresh, ENGAGED) {
    start_library_thread();
    struct loop loop = {.context = g_main_context_new()};
    // Otherwise the other thread would dispatch in place of this one.
    expect(g_main_context_acquire(loop.context), "another thread owns the loop");
    for (int round = 1; round <= 3; round++) {
        move_by(100000);
        loop.dispatched = 0;
        loop.is_refreshed = false;
        struct waiter recorder = {.wait = refresh, .object = &loop};
        start(&recorder);
        int priority;
        g_main_context_prepare(loop.context, &priority);
        expect(__atomic_load_n(&loop.is_refreshed, __ATOMIC_SEQ_CST), "the loop went on before the refresh");
        expect_equal(loop.dispatched, 1, "what was dispatched meanwhile");
        expect(loop.was_held, "the page did not say that it waits");
        expect(!loop.was_refreshed, "nothing was dispatched before the refresh");
        expect(!page_clock_is_display_held(page), "the page says that it waits after the refresh");
        finish(&recorder);
        // It may until time advances.
        g_main_context_prepare(loop.context, &priority);
    }
    g_main_context_release(loop.context);
    g_main_context_unref(loop.context);
}

static int prepare_elsewhere(struct waiter *waiter) {
    (void)waiter;
    GMainContext *context = g_main_context_new();
    int priority;
    expect(g_main_context_acquire(context), "another thread owns the loop");
    g_main_context_prepare(context, &priority);
    g_main_context_release(context);
    g_main_context_unref(context);
    return page_clock_is_display_held(page);
}

CHECK(a_loop_of_another_thread_waits_for_no_refresh, ENGAGED) {
    move_by(100000);
    struct waiter other = {.wait = prepare_elsewhere};
    start(&other);
    finish(&other);
    expect_equal(other.result, 0, "whether the page said that it waits");
}

CHECK(other_timers_wait_for_no_refresh, ENGAGED) {
    GSource *named = make_source("DrawingAreaCoordinatedGraphics::ExitCompositingTimer");
    GSource *nameless = g_source_new(&functions, sizeof *nameless);
    for (int round = 0; round < 3; round++) {
        g_source_set_ready_time(named, 0);
        expect_held(named, false);
        g_source_set_ready_time(nameless, 0);
        expect_held(nameless, false);
    }
    g_source_unref(named);
    g_source_unref(nameless);
}
