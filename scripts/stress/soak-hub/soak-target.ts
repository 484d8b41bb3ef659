import type { HubAddress } from './soak-client.ts';

/** A hub to soak, and what can be seen of it from outside. */
export interface SoakTarget extends HubAddress {
  /** The hub's clock, in milliseconds. */
  now(): number;
  /** Lets time pass for the hub. */
  advanceTime(milliseconds: number): Promise<void>;
  /** Has high-volume events raised from many sources, until the answer is called. */
  raiseEvents(): Promise<() => Promise<void>>;
  /** Connections that the hub's side holds, whether or not their clients are still there. */
  connections(): number;
  /** Bytes that the hub takes; absent where it does not have a process of its own. */
  readonly memory?: {
    /** What the system has given it. */
    resident(): number;
    /** What it holds after a collection, buffers included. */
    held(): Promise<number>;
  };
}

/** What a scenario has shown. */
export interface ScenarioReport {
  readonly rows: readonly (readonly [what: string, seen: string])[];
  /** Promises that were not kept. */
  readonly problems: readonly string[];
}

/** How long something that has to come about may take. */
const timeoutMs = 20_000;

/** Looks again and again until it is so. @returns whether it has become so */
export const waitUntil = async (isSo: () => boolean, milliseconds = timeoutMs): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return true;
};
