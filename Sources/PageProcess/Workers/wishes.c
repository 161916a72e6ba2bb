// Notices that a worker asks for WebGL and does not get it, or that it is shown late.
//
// The recorder's scripts run in documents only. So this library runs one in each worker, before the
// worker's first script, through JavaScriptCore's C API (JSBase.h, JSObjectRef.h).
#include <canvas_watcher.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "page.h"
#include "waking.h"

typedef const void *context;
typedef const void *value;

static struct {
    void *(*JSStringCreateWithUTF8CString)(const char *);
    void (*JSStringRelease)(void *);
    value (*JSEvaluateScript)(context, void *, value, void *, int, value *);
    value (*JSObjectMakeFunctionWithCallback)(context, void *, void *);
    value (*JSObjectCallAsFunction)(context, value, value, size_t, const value *, value *);
    value (*JSValueMakeUndefined)(context);
    uintptr_t (*evaluate)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    uintptr_t (*link_module)(uintptr_t, uintptr_t, uintptr_t);
    uintptr_t (*link_module_2_50)(uintptr_t, uintptr_t, uintptr_t);
    bool has_all;
} calls;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// The mangled names of the functions of JavaScriptCore that run a script and a module
/// (Completion.h).
#define EVALUATE                                                                                                    \
    "_ZN3JSC16profiledEvaluateEPNS_14JSGlobalObjectENS_15ProfilingReasonERKNS_10SourceCodeENS_7JSValueERN3WTF8NakedPtr" \
    "INS_9ExceptionEEE"
#define LINK_MODULE                                                                                        \
    "_ZN3JSC21linkAndEvaluateModuleEPNS_14JSGlobalObjectERKNS_10IdentifierEN3WTF6RefPtrINS_13ScriptFetcher" \
    "ENS5_12RawPtrTraitsIS7_EENS5_21DefaultRefDerefTraitsIS7_EEEE"
#define LINK_MODULE_2_50 "_ZN3JSC21linkAndEvaluateModuleEPNS_14JSGlobalObjectERKNS_10IdentifierENS_7JSValueE"

static void find_calls(void) {
#define FIND(name) calls.name = dlsym(RTLD_DEFAULT, #name)
    FIND(JSStringCreateWithUTF8CString);
    FIND(JSStringRelease);
    FIND(JSEvaluateScript);
    FIND(JSObjectMakeFunctionWithCallback);
    FIND(JSObjectCallAsFunction);
    FIND(JSValueMakeUndefined);
#undef FIND
    calls.evaluate = dlsym(RTLD_NEXT, EVALUATE);
    calls.link_module = dlsym(RTLD_NEXT, LINK_MODULE);
    calls.link_module_2_50 = dlsym(RTLD_NEXT, LINK_MODULE_2_50);
    calls.has_all = calls.JSStringCreateWithUTF8CString && calls.JSStringRelease && calls.JSEvaluateScript
        && calls.JSObjectMakeFunctionWithCallback && calls.JSObjectCallAsFunction && calls.JSValueMakeUndefined;
}

/// The script's first function: JavaScriptCore's `JSObjectCallAsFunctionCallback`.
static value note_lack(
    context global, value function, value this, size_t count, const value *arguments, value *exception) {
    (void)function, (void)this, (void)count, (void)arguments, (void)exception;
    struct page_clock *page = shared_page();
    if (page) __atomic_store_n(&page->lacks_worker_webgl, 1, __ATOMIC_SEQ_CST);
    return calls.JSValueMakeUndefined(global);
}

/// The script's second function.
static value note_delay(
    context global, value function, value this, size_t count, const value *arguments, value *exception) {
    (void)function, (void)this, (void)count, (void)arguments, (void)exception;
    struct page_clock *page = shared_page();
    if (page) __atomic_store_n(&page->has_delayed_webgl, 1, __ATOMIC_SEQ_CST);
    return calls.JSValueMakeUndefined(global);
}

/// Runs the script in a worker's global object, once for each worker, before its own.
static void watch(context global) {
    static __thread bool has_looked __attribute__((tls_model("initial-exec")));
    if (has_looked) return;
    has_looked = true;
    if (!shared_page() || !is_worker() || !calls.has_all) return;
    void *text = calls.JSStringCreateWithUTF8CString(canvas_watcher());
    value watcher = calls.JSEvaluateScript(global, text, NULL, NULL, 1, NULL);
    value notes[] = {
        calls.JSObjectMakeFunctionWithCallback(global, NULL, (void *)note_lack),
        calls.JSObjectMakeFunctionWithCallback(global, NULL, (void *)note_delay),
    };
    if (watcher) calls.JSObjectCallAsFunction(global, watcher, NULL, 2, notes, NULL);
    calls.JSStringRelease(text);
    wait_out_refresh();
}

/// `JSC::profiledEvaluate(JSGlobalObject *, ProfilingReason, const SourceCode &, JSValue, NakedPtr<Exception> &)`: a
/// `JSValue` is one integer.
INTERPOSED uintptr_t evaluate(
    uintptr_t global, uintptr_t reason, uintptr_t source, uintptr_t this, uintptr_t exception) __asm__(EVALUATE);

uintptr_t evaluate(uintptr_t global, uintptr_t reason, uintptr_t source, uintptr_t this, uintptr_t exception) {
    pthread_once(&once, find_calls);
    watch((context)global);
    return calls.evaluate(global, reason, source, this, exception);
}

/// `JSC::linkAndEvaluateModule(JSGlobalObject *, const Identifier &, RefPtr<ScriptFetcher>)`: an argument that is not
/// trivial is passed by its address.
INTERPOSED uintptr_t link_module(uintptr_t global, uintptr_t key, uintptr_t fetcher) __asm__(LINK_MODULE);

uintptr_t link_module(uintptr_t global, uintptr_t key, uintptr_t fetcher) {
    pthread_once(&once, find_calls);
    watch((context)global);
    return calls.link_module(global, key, fetcher);
}

/// The same up to 2.50, with a `JSValue`.
INTERPOSED uintptr_t link_module_2_50(uintptr_t global, uintptr_t key, uintptr_t fetcher) __asm__(LINK_MODULE_2_50);

uintptr_t link_module_2_50(uintptr_t global, uintptr_t key, uintptr_t fetcher) {
    pthread_once(&once, find_calls);
    watch((context)global);
    return calls.link_module_2_50(global, key, fetcher);
}
