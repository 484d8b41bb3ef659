import { timingSafeEqual } from 'node:crypto';
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { createToken, type Settings } from './settings.ts';

/** The place where settings are stored. */
export interface SettingsStore {
  /** The store's location, as shown to users. */
  readonly location: string;
  /** Reads the current settings. Resolves to `undefined` if there are none. */
  read(): Promise<Settings | undefined>;
  write(settings: Settings): Promise<void>;
}

/** The time for which the old token is accepted after a rotation, in seconds. */
export const graceSeconds = 60;

/** Decides who may call the service, according to the current settings. */
export const createSecurity = (initial: Settings, settingsStore: SettingsStore, now: () => number) => {
  let settings = initial;
  let expected = Buffer.from(initial.apiToken);
  let previous: { readonly token: Buffer; readonly until: number } | undefined;
  const runSerially = createSerialQueue();
  const listeners: (() => void)[] = [];
  const authRateLimiter = createAuthRateLimiter(now);

  /** Returns the token from before the last rotation, if its grace period isn't over. */
  const getPreviousToken = (): Buffer | undefined =>
    previous && now() < previous.until ? previous.token : undefined;

  const createTokenCheck = (candidate: string | undefined): (() => boolean) => {
    const bytes = Buffer.from(candidate ?? '');
    let equalToken: Buffer | undefined;
    return () => {
      if (candidate === undefined) return false;
      if (equalToken === expected) return true;
      if (isEqualToken(bytes, expected)) {
        equalToken = expected;
        return true;
      }
      const previousToken = getPreviousToken();
      return previousToken !== undefined && isEqualToken(bytes, previousToken);
    };
  };

  return {
    get settings(): Settings {
      return settings;
    },
    /** The location of the settings, which include the token. */
    settingsFile: settingsStore.location,
    /** All tokens that are currently accepted. */
    get tokens(): readonly string[] {
      return [expected, getPreviousToken()].filter((token) => token !== undefined).map(String);
    },
    /**
     * Whether a string is the current token, or the previous token within its grace period. The check takes equally
     * long for every wrong token of the right length.
     */
    isToken: (candidate: string | undefined): boolean => createTokenCheck(candidate)(),
    /**
     * Creates a function that returns what `isToken` would return at the time of the call. A token that is found to be
     * the current one is not compared again until the current token changes, so that a connection can ask for each
     * command.
     */
    createTokenCheck,
    authRateLimiter,
    /** Applies new settings. If the token was edited by hand, the old token becomes invalid immediately. */
    applySettings(next: Settings) {
      const token = Buffer.from(next.apiToken);
      if (!isEqualToken(token, expected)) {
        previous = undefined;
        authRateLimiter.resetTrust();
      }
      settings = next;
      expected = token;
      for (const listener of listeners) listener();
    },
    /** Calls the listener whenever changed settings have been applied. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    /** Creates and stores a new token. The old token is accepted for another {@link graceSeconds} seconds. */
    rotateToken: (): Promise<void> =>
      runSerially(async () => {
        const replaced = expected;
        const stored = (await settingsStore.read()) ?? settings;
        const next = { ...stored, apiToken: createToken() };
        await settingsStore.write(next);
        settings = next;
        expected = Buffer.from(next.apiToken);
        authRateLimiter.resetTrust();
        previous = { token: replaced, until: now() + graceSeconds * 1000 };
      }),
  };
};

export type Security = ReturnType<typeof createSecurity>;

const isEqualToken = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const maxFailuresPerAddress = 10;
const maxRemoteFailures = 100;
const windowMs = 60_000;
const maxAddresses = 10_000;

interface AttemptWindow {
  count: number;
  readonly until: number;
}

/** Limits the number of wrong tokens that are checked, so that nobody can guess the right token (C-20, C-173). */
export const createAuthRateLimiter = (now: () => number) => {
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
    /**
     * Counts a wrong token.
     * @returns the number of seconds to wait if there were too many wrong tokens from this address, otherwise 0
     */
    countFailure: count,
    /**
     * Counts a wrong token from another machine. In addition to the limit per address, there is a limit for all other
     * machines together.
     */
    countRemoteFailure(address: string): number {
      if (remoteFailures.until <= now()) remoteFailures = { count: 0, until: now() + windowMs };
      remoteFailures.count += 1;
      return count(address);
    },
    /**
     * Returns the number of seconds until tokens from this address on another machine are checked again, or 0 if they
     * are checked now.
     */
    getWaitSeconds(address: string): number {
      const attempts = failuresByAddress.get(address);
      const addressWait =
        attempts && attempts.count >= maxFailuresPerAddress ? getRemainingSeconds(attempts) : 0;
      const remoteWait =
        remoteFailures.count >= maxRemoteFailures && !trusted.has(address)
          ? getRemainingSeconds(remoteFailures)
          : 0;
      return Math.max(addressWait, remoteWait);
    },
    /**
     * Records that the right token came from this address, so that wrong tokens from other addresses don't lock this
     * address out.
     */
    trustAddress(address: string) {
      if (!trusted.has(address) && trusted.size >= maxAddresses) trusted.clear();
      trusted.add(address);
    },
    resetTrust: (): void => trusted.clear(),
  };
};
