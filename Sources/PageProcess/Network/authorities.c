// Trusts the user's certificate authorities beside the system's, in WebKit's network process.
//
// WebKit has no setting for them, and GnuTLS reads the system's file alone. GIO's TLS connections ask it for the system's
// authorities with one function (glib-networking, gtlsdatabase-gnutls.c). So those of the user apply to pages and what
// they load, to WebSockets and to proxies.
#include <dlfcn.h>
#include <network_requests.h>
#include <stdlib.h>

#include "page.h"

/// gnutls_x509_crt_fmt_t: GNUTLS_X509_FMT_PEM.
#define PEM 1
/// GNUTLS_E_UNIMPLEMENTED_FEATURE: GnuTLS does not know where the system's authorities are.
#define UNKNOWN_PLACE (-1250)

/// A function of GnuTLS, which belongs to the libraries of GIO's module for TLS alone.
static void *find(const char *name, void *caller) {
    Dl_info module;
    void *library = dladdr(caller, &module) ? dlopen(module.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    return library ? dlsym(library, name) : NULL;
}

/// GnuTLS: "Adds the system's default trusted certificate authorities to the given list"; returns their number.
INTERPOSED int gnutls_x509_trust_list_add_system_trust(void *list, unsigned flags, unsigned checks) {
    void *caller = __builtin_return_address(0);
    int (*add_system)(void *, unsigned, unsigned) = find("gnutls_x509_trust_list_add_system_trust", caller);
    int (*add_file)(void *, const char *, const char *, int, unsigned, unsigned) =
        find("gnutls_x509_trust_list_add_trust_file", caller);
    int count = add_system ? add_system(list, flags, checks) : UNKNOWN_PLACE;
    const char *path = getenv(AUTHORITIES_VARIABLE);
    int added = path && add_file ? add_file(list, path, NULL, PEM, flags, checks) : 0;
    if (added <= 0) return count;
    return count > 0 ? count + added : added;
}
