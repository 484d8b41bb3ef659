import { type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { getOrCreate } from '../session/store-helpers.ts';

/**
 * Shows that something was reached: now and then, with a number by which animations start again, or so often that
 * flashing would flicker.
 */
export type Pulse = { readonly kind: 'single'; readonly number: number } | { readonly kind: 'steady' };

interface PulseState {
  reachedAt: number;
  /** How often it was reached in quick succession. */
  streak: number;
}

/** Distinguishes what is reached in every frame from single events. Times are in milliseconds. */
interface PulseTracker {
  get(key: string): ReadonlySignal<Pulse | undefined>;
  /** Records that something was reached. The pulse begins with the next update. */
  reach(key: string): void;
  /**
   * Begins and ends pulses.
   * @returns whether another update must follow, because a pulse will end
   */
  update(time: number): boolean;
  /** Ends all pulses. */
  clear(): void;
}

interface PulseTrackerOptions {
  /** How long a single pulse lasts. */
  readonly lengthMs: number;
  /** Whether a pulse continues, such as that of a node that still executes. */
  isHeld?(key: string): boolean;
}

/** What is reached again within this time this often in a row is steady, until it was not reached for a while. */
const streakGapMs = 200;
const minSteadyStreak = 5;
const steadySilenceMs = 500;

const steadyPulse: Pulse = { kind: 'steady' };

export const createPulseTracker = ({ lengthMs, isHeld = () => false }: PulseTrackerOptions): PulseTracker => {
  const pulses = new Map<string, Signal<Pulse | undefined>>();
  const states = new Map<string, PulseState>();
  const pending = new Set<string>();
  let pulseCount = 0;

  const getSignal = (key: string) => getOrCreate(pulses, key, () => signal<Pulse>());
  const begin = (key: string, time: number): void => {
    const state = getOrCreate(states, key, () => ({ reachedAt: Number.NEGATIVE_INFINITY, streak: 0 }));
    state.streak = time - state.reachedAt <= streakGapMs ? state.streak + 1 : 1;
    state.reachedAt = time;
    const pulse = getSignal(key);
    if (pulse.peek()?.kind === 'steady') return;
    if (state.streak >= minSteadyStreak) {
      pulse.value = steadyPulse;
      return;
    }
    pulseCount += 1;
    pulse.value = { kind: 'single', number: pulseCount };
  };
  const end = (key: string): void => {
    states.delete(key);
    getSignal(key).value = undefined;
  };

  return {
    get: getSignal,
    reach(key) {
      pending.add(key);
    },
    update(time) {
      for (const key of pending) begin(key, time);
      pending.clear();
      let isUnfinished = false;
      for (const [key, { reachedAt }] of states) {
        if (isHeld(key)) continue;
        const isSteady = getSignal(key).peek()?.kind === 'steady';
        if (time - reachedAt >= (isSteady ? steadySilenceMs : lengthMs)) end(key);
        else isUnfinished = true;
      }
      return isUnfinished;
    },
    clear() {
      pending.clear();
      for (const key of states.keys()) end(key);
    },
  };
};
