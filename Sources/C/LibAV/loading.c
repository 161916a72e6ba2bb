// Stands between pagereel and libav: each function that pagereel calls is
// defined here under its own name, as a jump to an address that is looked up at
// the first call, once its library is loaded. A procedure linkage table does the
// same (System V ABI, AMD64 Architecture Processor Supplement, 5.2.4), but its
// libraries are loaded when the program starts: libavformat brings 120 others
// along on Debian 12, which take longer than all the rest of the start, and only
// commands that read or write media call it.
#include "libav_loading.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <sysexits.h>
#include <unistd.h>

#include "libav_functions.h"

// What the linker would have written down: the number changes with the binary
// interface, and the headers are of one of them.
#define SONAME(library, major) "lib" #library ".so." AV_STRINGIFY(major)
#define AVUTIL SONAME(avutil, LIBAVUTIL_VERSION_MAJOR)
#define AVCODEC SONAME(avcodec, LIBAVCODEC_VERSION_MAJOR)
#define AVFORMAT SONAME(avformat, LIBAVFORMAT_VERSION_MAJOR)
#define SWRESAMPLE SONAME(swresample, LIBSWRESAMPLE_VERSION_MAJOR)
#define SWSCALE SONAME(swscale, LIBSWSCALE_VERSION_MAJOR)

// Tells packagers what is loaded (UAPI Group, "ELF Dlopen Metadata"):
// scripts/package.sh reads it.
#define NEEDED(soname) \
    "{\"feature\":\"media\",\"description\":\"Reads and writes media\"," \
    "\"priority\":\"required\",\"soname\":[\"" soname "\"]}"
#define CONTENT \
    "[" NEEDED(AVUTIL) "," NEEDED(AVCODEC) "," NEEDED(AVFORMAT) "," NEEDED(SWRESAMPLE) "," NEEDED(SWSCALE) "]"
static const struct {
    Elf64_Nhdr header;
    char owner[4];
    _Alignas(4) char content[sizeof CONTENT];
} note __attribute__((used, aligned(4), section(".note.dlopen"))) = {
    {sizeof "FDO", sizeof CONTENT, 0x407c0c0a}, "FDO", CONTENT};

/// A function of libav.
struct function {
    /// Where it is, once it was called; first, as the jumps expect it.
    void *address;
    const char *soname;
    const char *name;
};

static void *open_library(const char *soname) {
    // A library that is loaded already is found.
    return dlopen(soname, RTLD_LAZY | RTLD_LOCAL);
}

const char *libav_load(void) {
    // libavformat brings libavcodec, libswresample and libavutil along.
    return open_library(AVFORMAT) && open_library(SWSCALE) ? NULL : dlerror();
}

/// Looks a function up. The jumps call it, on any thread, more than once for one
/// function if several threads call that for the first time.
__attribute__((used, visibility("hidden"))) void *libav_find(struct function *function) {
    void *library = open_library(function->soname);
    void *address = library ? dlsym(library, function->name) : NULL;
    if (!address) {
        // libav_load reports this as an error, to those who call it first.
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

// A jump may change only the registers that a procedure linkage table may: r11
// on AMD64, x16 and x17 on AArch64. The first call keeps all that may hold an
// argument, also those in vector registers, while it looks the function up.
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
    // The number of vector registers, where a function takes any number of arguments.
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
    // Where a structure is returned.
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
