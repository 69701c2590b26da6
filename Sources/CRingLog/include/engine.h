// The ring's state in process memory.
#ifndef RL_ENGINE_H
#define RL_ENGINE_H
#endif
