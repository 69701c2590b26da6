// The end of a log call, when all user code has run.
#include "call.h"

#include "internal.h"

static rl_message *sayThatTextIsGone(rl_thread *thread) {
  static const char text[] = "(message kept in a variable; its text is gone)";
  rl_message *message = rl_message_begin(thread);
  if (message == NULL) return NULL;
  rl_message_end(message, 0, text, sizeof text - 1);
  message->gone = 1;
  return message;
}

/// Where the stack ends after the call: a message that was built just before it (by an argument of type LogMessage of
/// the program's own function) goes with it.
static uint32_t markAfter(const rl_thread *thread, uint32_t mark, const rl_message *message) {
  uint32_t start = (uint32_t)((const uint8_t *)message - thread->scratch);
  return start < mark && start + message->capacity == mark ? start : mark;
}

bool rl_call_end(const rl_label *label, uint32_t level, rl_thread *thread, uint32_t mark, rl_message *message,
                 uint64_t serial, const char *file, uint32_t file_length, uint32_t line) {
  if (message != NULL && !rl_message_valid(thread, message, serial)) message = sayThatTextIsGone(thread);
  bool kept;
  if (message == NULL) {
    kept = rl_refuse(label, level, thread, RL_COUNT_FAILED);
  } else {
    kept = rl_log(label, level, thread, message, file, file_length, line);
    mark = markAfter(thread, mark, message);
  }
  rl_leave(thread, mark);
  return kept;
}
