// Counter and clocks. Every fact about a platform's counter is in this file.
#include "clock.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

static int64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

#if defined(__linux__)
#define RL_BOOTTIME CLOCK_BOOTTIME
#else
#define RL_BOOTTIME CLOCK_MONOTONIC
#endif

#if defined(__linux__) && defined(__x86_64__)
/// Whether the kernel itself keeps time by this counter: it watches it and drops it when it is not steady.
static bool kernelUses(const char *name) {
  char text[32] = {0};
  int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  return count > 0 && strncmp(text, name, strlen(name)) == 0 && text[strlen(name)] == '\n';
}

static bool invariantCounter(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && d & 1u << 8;
}

static bool hasRdtscp(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) && d & 1u << 27;
}
#endif

uint8_t rl_clock_source(void) {
#if defined(__linux__) && defined(__x86_64__)
  if (invariantCounter() && hasRdtscp() && kernelUses("tsc")) return RL_CLOCK_TSC;
#elif defined(__aarch64__)
  return RL_CLOCK_CNTVCT;
#endif
  return RL_CLOCK_MONOTONIC;
}

uint64_t rl_ticks(uint8_t source) {
#if defined(__x86_64__)
  unsigned processor;
  // rdtscp waits for earlier instructions; plain rdtsc let 31 of 20 million lock hand-overs run backwards.
  if (source == RL_CLOCK_TSC) return __rdtscp(&processor);
#elif defined(__aarch64__)
  if (source == RL_CLOCK_CNTVCT) {
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
  }
#endif
  return (uint64_t)read_clock(CLOCK_MONOTONIC);
}

rl_triple rl_clock_triple(uint8_t source) {
  rl_triple best = {0};
  uint64_t narrowest = UINT64_MAX;
  for (int i = 0; i < 4; i++) {
    uint64_t before = rl_ticks(source);
    int64_t boottime = read_clock(RL_BOOTTIME);
    int64_t realtime = read_clock(CLOCK_REALTIME);
    uint64_t after = rl_ticks(source);
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    best = (rl_triple){before + (after - before) / 2, boottime, realtime};
  }
  return best;
}

static uint64_t measured(uint8_t source) {
  rl_triple first = rl_clock_triple(source);
  struct timespec pause = {0, 10000000};
  nanosleep(&pause, NULL);
  rl_triple second = rl_clock_triple(source);
  int64_t elapsed = second.boottime - first.boottime;
  if (elapsed <= 0) return 1000000000;
  return (uint64_t)((unsigned __int128)(second.ticks - first.ticks) * 1000000000u / (uint64_t)elapsed);
}

uint64_t rl_clock_frequency(uint8_t source) {
  if (source == RL_CLOCK_MONOTONIC) return 1000000000;
#if defined(__aarch64__)
  if (source == RL_CLOCK_CNTVCT) {
    uint64_t frequency;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    return frequency;
  }
#endif
  return measured(source);
}
