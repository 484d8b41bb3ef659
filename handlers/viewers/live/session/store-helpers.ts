/** Helpers for stores, which read values from the service and keep them up to date. */
import type { Signal } from '@preact/signals';
import type { SceneHub } from '#spec/client/index.ts';

/** Ends a subscription to events, even if it has not started yet. */
export const endSubscription = (subscribing: ReturnType<SceneHub['subscribe']> | undefined): void =>
  void subscribing?.then(({ end }) => end()).catch(() => {});

/**
 * Creates a queue that starts each piece of work after all earlier work is done. If work fails, only its own caller is
 * affected.
 */
export const createSerialQueue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
};

/**
 * Creates a function that runs work, but never twice at the same time. All requests during a run cause one further run,
 * because the current run started before these requests and so doesn't satisfy them.
 * @returns a function that requests a run, and resolves when this run is done
 */
export const coalesceRuns = (work: () => Promise<void>): (() => Promise<void>) => {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (next) return next;
    if (!current) return start();
    next = current.then(start, start);
    return next;
  };
};

/**
 * Calls a function with whether the page is visible: now, and after every change.
 * @returns a function that stops the calls, and calls the function a last time with `false`
 */
export const watchPageVisibility = (update: (isVisible: boolean) => void): (() => void) => {
  const report = (): void => update(document.visibilityState === 'visible');
  report();
  document.addEventListener('visibilitychange', report);
  return () => {
    document.removeEventListener('visibilitychange', report);
    update(false);
  };
};

/**
 * Calls a function now and at intervals, except while the page is hidden.
 * @returns a function that stops the calls
 */
export const repeatWhileVisible = (intervalMs: number, work: () => void): (() => void) => {
  const workIfVisible = (): void => {
    if (document.visibilityState === 'visible') work();
  };
  workIfVisible();
  const timer = setInterval(workIfVisible, intervalMs);
  return () => clearInterval(timer);
};

/** Assigns a value that was read, unless it is equal to the previous one, so that nothing is rendered again. */
export const assignIfChanged = <T>(target: Signal<T>, value: NoInfer<T>): void => {
  if (JSON.stringify(value) !== JSON.stringify(target.value)) target.value = value;
};

/** Returns the value for a key. The value is created on first use. */
export const getOrCreate = <K, V>(values: Map<K, V>, key: K, create: () => V): V => {
  const existing = values.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  values.set(key, created);
  return created;
};

/** Adds a member to a set, or removes it if the set has it. */
export const toggleMember = <T>(members: Signal<ReadonlySet<T>>, member: NoInfer<T>): void => {
  const toggled = new Set(members.peek());
  if (!toggled.delete(member)) toggled.add(member);
  members.value = toggled;
};

/** Returns the message of an error, or of anything else that was thrown. */
export const getErrorMessage = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
