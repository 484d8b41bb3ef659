/** Limits the number of wrong tokens that are checked, so that nobody can guess the right token (C-20, C-173). */
export interface AuthRateLimiter {
  /**
   * Counts a wrong token.
   * @returns the number of seconds to wait if there were too many wrong tokens from this address, otherwise 0
   */
  countFailure(address: string): number;
  /**
   * Counts a wrong token from another machine. In addition to the limit per address, there is a limit for all other
   * machines together.
   */
  countRemoteFailure(address: string): number;
  /**
   * Returns the number of seconds until tokens from this address on another machine are checked again, or 0 if they are
   * checked now.
   */
  getWaitSeconds(address: string): number;
  /**
   * Records that the right token came from this address, so that wrong tokens from other addresses don't lock this
   * address out.
   */
  trustAddress(address: string): void;
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
  const failuresByAddress = new Map<string, AttemptWindow>();
  const trusted = new Set<string>();
  let remoteFailures: AttemptWindow = { count: 0, until: 0 };

  const getRemainingSeconds = ({ until }: AttemptWindow): number =>
    Math.max(0, Math.ceil((until - now()) / 1000));

  const count = (address: string): number => {
    const attempts = failuresByAddress.get(address);
    if (attempts && attempts.until > now()) {
      attempts.count += 1;
      return attempts.count > maxFailuresPerAddress ? getRemainingSeconds(attempts) : 0;
    }
    if (failuresByAddress.size >= maxAddresses) failuresByAddress.clear();
    failuresByAddress.set(address, { count: 1, until: now() + windowMs });
    return 0;
  };

  return {
    countFailure: count,
    countRemoteFailure(address) {
      if (remoteFailures.until <= now()) remoteFailures = { count: 0, until: now() + windowMs };
      remoteFailures.count += 1;
      return count(address);
    },
    getWaitSeconds(address) {
      const attempts = failuresByAddress.get(address);
      const addressWait =
        attempts && attempts.count >= maxFailuresPerAddress ? getRemainingSeconds(attempts) : 0;
      const remoteWait =
        remoteFailures.count >= maxRemoteFailures && !trusted.has(address)
          ? getRemainingSeconds(remoteFailures)
          : 0;
      return Math.max(addressWait, remoteWait);
    },
    trustAddress(address) {
      if (!trusted.has(address) && trusted.size >= maxAddresses) trusted.clear();
      trusted.add(address);
    },
    resetTrust: () => trusted.clear(),
  };
};
