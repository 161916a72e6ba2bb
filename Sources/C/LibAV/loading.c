// Loads FFmpeg lazily. Each libav function that pagereel calls is defined here under its own
// name, as a jump to an address that is resolved at the first call. A procedure linkage table
// works the same way (System V ABI, AMD64 Architecture Processor Supplement, 5.2.4), but its
// libraries are loaded at startup. On Debian 12 libavformat depends on 120 other libraries,
// which take longer to load than everything else at startup, and only commands that read or
// write media need them.
#include "libav_loading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sysexits.h>
#include <unistd.h>

#include "../dlopen_note.h"
#include "libav_functions.h"

// The name that a linker would record. The number is the major version of the binary interface,
// and the headers belong to exactly one.
#define SONAME(library, major) "lib" #library ".so." AV_STRINGIFY(major)
#define AVUTIL SONAME(avutil, LIBAVUTIL_VERSION_MAJOR)
#define AVCODEC SONAME(avcodec, LIBAVCODEC_VERSION_MAJOR)
#define AVFILTER SONAME(avfilter, LIBAVFILTER_VERSION_MAJOR)
#define AVFORMAT SONAME(avformat, LIBAVFORMAT_VERSION_MAJOR)
#define SWRESAMPLE SONAME(swresample, LIBSWRESAMPLE_VERSION_MAJOR)
#define SWSCALE SONAME(swscale, LIBSWSCALE_VERSION_MAJOR)

#define NEEDED(soname) LOADED_LIBRARY("media", "Reads and writes media", "required", soname)
DLOPEN_NOTE(NEEDED(AVUTIL) "," NEEDED(AVCODEC) "," NEEDED(AVFORMAT) "," NEEDED(SWRESAMPLE) "," NEEDED(SWSCALE) ","
                NEEDED(AVFILTER))

/// A function of libav.
struct function {
    /// The resolved address, NULL before the first call; must be the first member, as the jumps
    /// expect.
    void *address;
    const char *soname;
    const char *name;
};

static void *open_library(const char *soname) {
    // dlopen finds a library that is already loaded.
    return dlopen(soname, RTLD_LAZY | RTLD_LOCAL);
}

const char *libav_load(void) {
    // libavformat depends on libavcodec, libswresample and libavutil.
    return open_library(AVFORMAT) && open_library(SWSCALE) ? NULL : dlerror();
}

const char *libav_load_filters(void) { return open_library(AVFILTER) ? NULL : dlerror(); }

/// Resolves a function. Called by the jumps on any thread, possibly several times for one
/// function if several threads call it for the first time at once.
__attribute__((used, visibility("hidden"))) void *libav_find(struct function *function) {
    void *library = open_library(function->soname);
    void *address = library ? dlsym(library, function->name) : NULL;
    if (!address) {
        // Callers of libav_load get this as an error instead.
        dprintf(STDERR_FILENO, "pagereel: FFmpeg cannot be loaded: %s\n", dlerror());
        _exit(EX_UNAVAILABLE);
    }
    __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
    return address;
}

#define DECLARE_FUNCTION(library, function_name) \
    _Static_assert(sizeof(&function_name), "a function of the headers"); \
    __attribute__((used, visibility("hidden"))) struct function libav_function_##function_name = { \
        NULL, library, #function_name};
LIBAV_FUNCTIONS(DECLARE_FUNCTION)
LIBAV_FUNCTIONS_OF_VERSION(DECLARE_FUNCTION)

// A jump may change only the registers that a procedure linkage table may: r11 on AMD64, x16
// and x17 on AArch64. The first call saves all registers that may hold an argument, including
// vector registers, while it resolves the function.
#if defined(__x86_64__)

#define DEFINE_JUMP(library, name) \
    __asm__(".text\n" \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" \
            ".balign 16\n" #name ":\n" \
            "    endbr64\n" \
            "    movq libav_function_" #name "(%rip), %r11\n" \
            "    testq %r11, %r11\n" \
            "    jz 1f\n" \
            "    jmpq *%r11\n" \
            "1:  leaq libav_function_" #name "(%rip), %r11\n" \
            "    jmp libav_first_call\n" \
            ".size " #name ", . - " #name "\n");

__asm__(
    ".text\n"
    ".type libav_first_call, @function\n"
    "libav_first_call:\n"
    "    .cfi_startproc\n"
    "    pushq %rbp\n"
    "    .cfi_def_cfa_offset 16\n"
    "    .cfi_offset %rbp, -16\n"
    "    movq %rsp, %rbp\n"
    "    .cfi_def_cfa_register %rbp\n"
    "    subq $192, %rsp\n"
    "    andq $-16, %rsp\n"
    // rax: the number of vector registers used, in calls of variadic functions.
    "    movq %rax, 0(%rsp)\n"
    "    movq %rdi, 8(%rsp)\n"
    "    movq %rsi, 16(%rsp)\n"
    "    movq %rdx, 24(%rsp)\n"
    "    movq %rcx, 32(%rsp)\n"
    "    movq %r8, 40(%rsp)\n"
    "    movq %r9, 48(%rsp)\n"
    "    movaps %xmm0, 64(%rsp)\n"
    "    movaps %xmm1, 80(%rsp)\n"
    "    movaps %xmm2, 96(%rsp)\n"
    "    movaps %xmm3, 112(%rsp)\n"
    "    movaps %xmm4, 128(%rsp)\n"
    "    movaps %xmm5, 144(%rsp)\n"
    "    movaps %xmm6, 160(%rsp)\n"
    "    movaps %xmm7, 176(%rsp)\n"
    "    movq %r11, %rdi\n"
    "    callq libav_find\n"
    "    movq %rax, %r11\n"
    "    movq 0(%rsp), %rax\n"
    "    movq 8(%rsp), %rdi\n"
    "    movq 16(%rsp), %rsi\n"
    "    movq 24(%rsp), %rdx\n"
    "    movq 32(%rsp), %rcx\n"
    "    movq 40(%rsp), %r8\n"
    "    movq 48(%rsp), %r9\n"
    "    movaps 64(%rsp), %xmm0\n"
    "    movaps 80(%rsp), %xmm1\n"
    "    movaps 96(%rsp), %xmm2\n"
    "    movaps 112(%rsp), %xmm3\n"
    "    movaps 128(%rsp), %xmm4\n"
    "    movaps 144(%rsp), %xmm5\n"
    "    movaps 160(%rsp), %xmm6\n"
    "    movaps 176(%rsp), %xmm7\n"
    "    leave\n"
    "    .cfi_def_cfa %rsp, 8\n"
    "    jmpq *%r11\n"
    "    .cfi_endproc\n"
    ".size libav_first_call, . - libav_first_call\n");

#elif defined(__aarch64__)

#define DEFINE_JUMP(library, name) \
    __asm__(".text\n" \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" \
            ".balign 16\n" #name ":\n" \
            "    hint #34\n"  /* bti c */ \
            "    adrp x16, libav_function_" #name "\n" \
            "    ldr x17, [x16, #:lo12:libav_function_" #name "]\n" \
            "    cbz x17, 1f\n" \
            "    br x17\n" \
            "1:  add x16, x16, #:lo12:libav_function_" #name "\n" \
            "    b libav_first_call\n" \
            ".size " #name ", . - " #name "\n");

__asm__(
    ".text\n"
    ".type libav_first_call, %function\n"
    "libav_first_call:\n"
    "    .cfi_startproc\n"
    "    stp x29, x30, [sp, #-224]!\n"
    "    .cfi_def_cfa_offset 224\n"
    "    .cfi_offset x29, -224\n"
    "    .cfi_offset x30, -216\n"
    "    mov x29, sp\n"
    "    stp x0, x1, [sp, #16]\n"
    "    stp x2, x3, [sp, #32]\n"
    "    stp x4, x5, [sp, #48]\n"
    "    stp x6, x7, [sp, #64]\n"
    // x8: the address for a returned structure.
    "    str x8, [sp, #80]\n"
    "    stp q0, q1, [sp, #96]\n"
    "    stp q2, q3, [sp, #128]\n"
    "    stp q4, q5, [sp, #160]\n"
    "    stp q6, q7, [sp, #192]\n"
    "    mov x0, x16\n"
    "    bl libav_find\n"
    "    mov x17, x0\n"
    "    ldp x0, x1, [sp, #16]\n"
    "    ldp x2, x3, [sp, #32]\n"
    "    ldp x4, x5, [sp, #48]\n"
    "    ldp x6, x7, [sp, #64]\n"
    "    ldr x8, [sp, #80]\n"
    "    ldp q0, q1, [sp, #96]\n"
    "    ldp q2, q3, [sp, #128]\n"
    "    ldp q4, q5, [sp, #160]\n"
    "    ldp q6, q7, [sp, #192]\n"
    "    ldp x29, x30, [sp], #224\n"
    "    .cfi_restore x29\n"
    "    .cfi_restore x30\n"
    "    .cfi_def_cfa_offset 0\n"
    "    br x17\n"
    "    .cfi_endproc\n"
    ".size libav_first_call, . - libav_first_call\n");

#else
#error "FFmpeg's functions are called on AMD64 and AArch64 only: add this processor's jump."
#endif

LIBAV_FUNCTIONS(DEFINE_JUMP)
LIBAV_FUNCTIONS_OF_VERSION(DEFINE_JUMP)
