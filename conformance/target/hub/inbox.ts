/** A queue of received items that can be awaited. */
export interface Inbox<T> {
  readonly all: readonly T[];
  /**
   * Resolves with the first matching item from position `from` on, or with `undefined` if no such item arrives in time.
   */
  until(matches: (item: T) => boolean, timeoutMs: number, from?: number): Promise<T | undefined>;
}

/**
 * Creates an empty inbox.
 * @param isRetained whether waiting for an item keeps the process alive
 */
export const createInbox = <T>(isRetained = true) => {
  const all: T[] = [];
  const waiters = new Set<(item: T) => void>();
  const add = (item: T): void => {
    all.push(item);
    for (const waiter of waiters) waiter(item);
  };
  const until: Inbox<T>['until'] = (matches, timeoutMs, from = 0) => {
    const existing = all.slice(from).find(matches);
    if (existing !== undefined) return Promise.resolve(existing);
    return new Promise((resolve) => {
      const settle = (item?: T): void => {
        clearTimeout(timer);
        waiters.delete(check);
        resolve(item);
      };
      const check = (item: T): void => {
        if (matches(item)) settle(item);
      };
      const timer = setTimeout(settle, timeoutMs);
      if (!isRetained) timer.unref();
      waiters.add(check);
    });
  };
  return { all: all as readonly T[], until, put: add };
};
