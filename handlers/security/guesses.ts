/** How many wrong tokens are looked at, so that nobody finds the right one by trying (register: C-20, C-173). */
export interface Guesses {
  /** Counts a wrong token; answers how many seconds to wait once there were too many from there, else 0. */
  count(address: string): number;
  /** Counts one from another machine, where all of them together have a limit too. */
  countFar(address: string): number;
  /** Seconds until a token from another machine is looked at again, 0 when it is now. */
  waitOf(address: string): number;
  /** Takes note that the right token came from there: what others try does not lock it out. */
  trust(address: string): void;
  /** Trusts nobody any more. */
  forget(): void;
}

const limitOfOne = 10;
const limitOfAll = 100;
const windowMs = 60_000;
const addressesRemembered = 10_000;

interface Window {
  count: number;
  readonly until: number;
}

export const createGuesses = (now: () => number): Guesses => {
  const wrong = new Map<string, Window>();
  const trusted = new Set<string>();
  let far: Window = { count: 0, until: 0 };

  const secondsOf = ({ until }: Window): number => Math.max(0, Math.ceil((until - now()) / 1000));

  const count = (address: string): number => {
    const known = wrong.get(address);
    if (known && known.until > now()) {
      known.count += 1;
      return known.count > limitOfOne ? secondsOf(known) : 0;
    }
    if (wrong.size >= addressesRemembered) wrong.clear();
    wrong.set(address, { count: 1, until: now() + windowMs });
    return 0;
  };

  return {
    count,
    countFar(address) {
      if (far.until <= now()) far = { count: 0, until: now() + windowMs };
      far.count += 1;
      return count(address);
    },
    waitOf(address) {
      const known = wrong.get(address);
      const own = known && known.count >= limitOfOne ? secondsOf(known) : 0;
      const shared = far.count >= limitOfAll && !trusted.has(address) ? secondsOf(far) : 0;
      return Math.max(own, shared);
    },
    trust(address) {
      if (!trusted.has(address) && trusted.size >= addressesRemembered) trusted.clear();
      trusted.add(address);
    },
    forget: () => trusted.clear(),
  };
};
