/** How many wrong tokens are looked at, so that nobody finds the right one by trying (register: C-20, C-173). */
export interface AuthRateLimiter {
  /** Counts a wrong token; answers how many seconds to wait once there were too many from there, else 0. */
  countFailure(address: string): number;
  /** Counts one from another machine, where all of them together have a limit too. */
  countRemoteFailure(address: string): number;
  /** Seconds until a token from another machine is looked at again, 0 when it is now. */
  getWaitSeconds(address: string): number;
  /** Takes note that the right token came from there: what others try does not lock it out. */
  trustAddress(address: string): void;
  /** Trusts nobody any more. */
  resetTrust(): void;
}

const maxFailuresPerAddress = 10;
const maxRemoteFailures = 100;
const windowMs = 60_000;
const maxAddresses = 10_000;

interface AttemptWindow {
  count: number;
  readonly until: number;
}

export const createAuthRateLimiter = (now: () => number): AuthRateLimiter => {
  const wrong = new Map<string, AttemptWindow>();
  const trusted = new Set<string>();
  let far: AttemptWindow = { count: 0, until: 0 };

  const secondsOf = ({ until }: AttemptWindow): number => Math.max(0, Math.ceil((until - now()) / 1000));

  const count = (address: string): number => {
    const known = wrong.get(address);
    if (known && known.until > now()) {
      known.count += 1;
      return known.count > maxFailuresPerAddress ? secondsOf(known) : 0;
    }
    if (wrong.size >= maxAddresses) wrong.clear();
    wrong.set(address, { count: 1, until: now() + windowMs });
    return 0;
  };

  return {
    countFailure: count,
    countRemoteFailure(address) {
      if (far.until <= now()) far = { count: 0, until: now() + windowMs };
      far.count += 1;
      return count(address);
    },
    getWaitSeconds(address) {
      const known = wrong.get(address);
      const own = known && known.count >= maxFailuresPerAddress ? secondsOf(known) : 0;
      const shared = far.count >= maxRemoteFailures && !trusted.has(address) ? secondsOf(far) : 0;
      return Math.max(own, shared);
    },
    trustAddress(address) {
      if (!trusted.has(address) && trusted.size >= maxAddresses) trusted.clear();
      trusted.add(address);
    },
    resetTrust: () => trusted.clear(),
  };
};
