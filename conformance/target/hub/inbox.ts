/** What arrives, in order, with waiting for what is still to come. */
export interface Inbox<T> {
  readonly all: readonly T[];
  /** The first item from position `from` on that suits; undefined when none came in time. */
  until(suits: (item: T) => boolean, timeoutMs: number, from?: number): Promise<T | undefined>;
}

/** @param isHeld whether a process that waits stays alive for that alone */
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
