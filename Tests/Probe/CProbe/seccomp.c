// A system call of the watched thread raises SIGSYS (SECCOMP_RET_TRAP). The handler counts it and repeats it from a
// single instruction, the only one whose calls the filter lets through. So the thread goes on as if it were not
// watched.
#include "CProbe.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static probe_calls counted;
static volatile bool counting;

// long probe_raw_call(number, a, b, c, d, e, f), and the address behind its one system call instruction.
extern long probe_raw_call(long number, long a, long b, long c, long d, long e, long f);
extern const char probe_raw_return[];
#if defined(__x86_64__)
__asm__(".text\n"
        ".globl probe_raw_call\n"
        ".type probe_raw_call, @function\n"
        "probe_raw_call:\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n  mov %r9, %r8\n  mov 8(%rsp), %r9\n"
        "  syscall\n"
        ".globl probe_raw_return\n"
        "probe_raw_return:\n"
        "  ret\n"
        ".size probe_raw_call, .-probe_raw_call\n");
#define AUDIT_ARCHITECTURE 0xC000003Eu
#else
__asm__(".text\n"
        ".globl probe_raw_call\n"
        ".type probe_raw_call, %function\n"
        "probe_raw_call:\n"
        "  mov x8, x0\n  mov x0, x1\n  mov x1, x2\n  mov x2, x3\n  mov x3, x4\n  mov x4, x5\n  mov x5, x6\n"
        "  svc #0\n"
        ".globl probe_raw_return\n"
        "probe_raw_return:\n"
        "  ret\n"
        ".size probe_raw_call, .-probe_raw_call\n");
#define AUDIT_ARCHITECTURE 0xC00000B7u
#endif

static void trapped(int signal, siginfo_t *info, void *context) {
  (void)signal;
  ucontext_t *machine = context;
#if defined(__x86_64__)
  greg_t *r = machine->uc_mcontext.gregs;
  const long a[6] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
#else
  unsigned long long *r = machine->uc_mcontext.regs;
  const long a[6] = {(long)r[0], (long)r[1], (long)r[2], (long)r[3], (long)r[4], (long)r[5]};
#endif
  if (counting) {
    if (info->si_syscall == SYS_futex && (a[1] & FUTEX_CMD_MASK) == FUTEX_WAKE) {
      counted.futex_wakes++;
    } else {
      counted.others++;
      counted.last_other = info->si_syscall;
    }
  }
  const long result = probe_raw_call(info->si_syscall, a[0], a[1], a[2], a[3], a[4], a[5]);
#if defined(__x86_64__)
  r[REG_RAX] = result;
#else
  r[0] = (unsigned long long)result;
#endif
}

bool probe_watch_this_thread(void) {
  struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_RESTART};
  if (sigaction(SIGSYS, &action, NULL) != 0) return false;
  const uint64_t allowed = (uint64_t)(uintptr_t)probe_raw_return;
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCHITECTURE, 0, 7),
      // The handler's own way out.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 4, 0),
      // The handler's one instruction.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(allowed >> 32), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void probe_count_begin(void) {
  counted = (probe_calls){.last_other = -1};
  counting = true;
}

probe_calls probe_count_end(void) {
  counting = false;
  return counted;
}

void probe_try_wake(void) {
  static uint32_t word;
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void probe_try_other(void) { syscall(SYS_getppid); }

#else

bool probe_watch_this_thread(void) {
  errno = ENOSYS;
  return false;
}
void probe_count_begin(void) {}
probe_calls probe_count_end(void) { return (probe_calls){.last_other = -1}; }
void probe_try_wake(void) {}
void probe_try_other(void) {}

#endif
