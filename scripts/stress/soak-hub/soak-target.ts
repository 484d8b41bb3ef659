import type { HubAddress } from './soak-client.ts';

/** A hub under test, with what can be observed from outside it. */
export interface SoakTarget extends HubAddress {
  /** Returns the time on the hub's clock, in milliseconds. */
  now(): number;
  /** Lets time pass on the hub's clock. */
  advanceTime(milliseconds: number): Promise<void>;
  /** Raises high-volume events from many sources until the returned function is called. */
  raiseEvents(): Promise<() => Promise<void>>;
  /** Returns the number of connections that the hub holds, including those of vanished clients. */
  connections(): number;
  /** Measures the hub's memory in bytes. Absent if the hub has no process of its own. */
  readonly memory?: {
    /** Resident set size. */
    resident(): number;
    /** Memory in use after a garbage collection, including buffers. */
    used(): Promise<number>;
  };
}

export interface ScenarioReport {
  readonly rows: readonly (readonly [what: string, seen: string])[];
  /** Descriptions of the checks that failed. */
  readonly problems: readonly string[];
}

/** Maximum time in milliseconds until a condition must be true. */
const timeoutMs = 20_000;

/**
 * Polls a condition until it is true.
 * @returns false if it is still false after the timeout
 */
export const waitUntil = async (condition: () => boolean, milliseconds = timeoutMs): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return true;
};
