/** Limits how many wrong tokens are checked, so that nobody can guess the right one (C-20, C-173). */
export interface AuthRateLimiter {
  /** Counts a wrong token. @returns the seconds to wait once there were too many from this address, otherwise 0 */
  countFailure(address: string): number;
  /** Counts a wrong token from another machine. All other machines together have a limit too. */
  countRemoteFailure(address: string): number;
  /** Returns the seconds until a token from another machine is checked again; 0 for now. */
  getWaitSeconds(address: string): number;
  /** Remembers that the right token came from this address, so that attempts of others don't lock it out. */
  trustAddress(address: string): void;
  /** Forgets all trusted addresses. */
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
