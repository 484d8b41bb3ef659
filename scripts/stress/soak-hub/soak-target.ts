import type { HubAddress } from './soak-client.ts';

/** A hub under test, with what can be observed of it from outside. */
export interface SoakTarget extends HubAddress {
  /** The clock of the hub, in milliseconds. */
  now(): number;
  /** Lets time pass on the clock of the hub. */
  advanceTime(milliseconds: number): Promise<void>;
  /** Raises high-volume events from many sources, until the returned function is called. */
  raiseEvents(): Promise<() => Promise<void>>;
  /** Number of connections that the hub holds, including those of vanished clients. */
  connections(): number;
  /** Memory of the hub in bytes. Absent when it has no process of its own. */
  readonly memory?: {
    /** Resident set size. */
    resident(): number;
    /** Memory in use after a garbage collection, including buffers. */
    used(): Promise<number>;
  };
}

export interface ScenarioReport {
  readonly rows: readonly (readonly [what: string, seen: string])[];
  /** Checks that failed. */
  readonly problems: readonly string[];
}

/** How long a condition may take to become true. */
const timeoutMs = 20_000;

/**
 * Polls a condition until it is true.
 * @returns false after a timeout
 */
export const waitUntil = async (condition: () => boolean, milliseconds = timeoutMs): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return true;
};
