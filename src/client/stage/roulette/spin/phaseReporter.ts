import type { Clock } from '#/client/stage/host/clock.ts';
import { phaseAt, phaseStartMs, SPIN_PHASES, type Spin, type SpinPhase } from './timeline.ts';

/** Reports the phases of a reel, each once and in order, by timers and so in hidden tabs too (R7). */
export interface PhaseReporter {
  phase: () => SpinPhase;
  /** Reports the phases that are due and waits for the next one. Call it whenever the schedule changes. */
  advance: () => void;
  /** Starts over for a new spin: the next report is its first phase. */
  restart: () => void;
  /** Reports the initial phase, because no spin is running. */
  rest: () => void;
  subscribe: (listener: (phase: SpinPhase) => void) => () => void;
  /** Starts reporting; returns a function that stops it. */
  run: () => () => void;
}

/** @param current returns the running spin and its start time; null without one */
export function createPhaseReporter(
  clock: Clock,
  current: () => { schedule: Spin; startedAtMs: number } | null,
): PhaseReporter {
  const listeners = new Set<(phase: SpinPhase) => void>();
  let phase: SpinPhase = 'initial';
  let isRunning = false;
  let cancelTimer: (() => void) | undefined;

  const enter = (next: SpinPhase) => {
    phase = next;
    for (const listener of listeners) listener(next);
  };

  const advance = () => {
    cancelTimer?.();
    const running = current();
    if (!isRunning || !running) return;
    const due = SPIN_PHASES.indexOf(phaseAt(running.schedule, clock.nowMs() - running.startedAtMs));
    for (let at = SPIN_PHASES.indexOf(phase) + 1; at <= due; at += 1) enter(SPIN_PHASES[at] ?? phase);
    waitForNext();
  };

  const waitForNext = () => {
    // read again: a listener may have changed the spin
    const running = current();
    const next = SPIN_PHASES[SPIN_PHASES.indexOf(phase) + 1];
    if (!running || !next) return;
    const nextMs = phaseStartMs(running.schedule, next);
    if (nextMs < Infinity) cancelTimer = clock.callAt(running.startedAtMs + nextMs, advance);
  };

  return {
    phase: () => phase,
    advance,
    restart() {
      phase = 'initial';
      advance();
    },
    rest() {
      cancelTimer?.();
      enter('initial');
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run() {
      isRunning = true;
      advance();
      return () => {
        isRunning = false;
        cancelTimer?.();
      };
    },
  };
}
