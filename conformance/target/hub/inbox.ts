/** A queue of received items that can be awaited. */
export interface Inbox<T> {
  readonly all: readonly T[];
  /** Returns the first suitable item from position `from` on; undefined if none arrives in time. */
  until(suits: (item: T) => boolean, timeoutMs: number, from?: number): Promise<T | undefined>;
}

/** @param isHeld whether waiting keeps the process alive */
export const createInbox = <T>(isHeld = true) => {
  const all: T[] = [];
  const waiters = new Set<(item: T) => void>();
  const put = (item: T): void => {
    all.push(item);
    for (const waiter of waiters) waiter(item);
  };
  const until: Inbox<T>['until'] = (suits, timeoutMs, from = 0) => {
    const there = all.slice(from).find(suits);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve) => {
      const settle = (item?: T): void => {
        clearTimeout(timer);
        waiters.delete(check);
        resolve(item);
      };
      const check = (item: T): void => {
        if (suits(item)) settle(item);
      };
      const timer = setTimeout(settle, timeoutMs);
      if (!isHeld) timer.unref();
      waiters.add(check);
    });
  };
  return { all: all as readonly T[], until, put };
};
