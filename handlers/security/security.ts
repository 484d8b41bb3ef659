import { timingSafeEqual } from 'node:crypto';
import { createSerialQueue } from '#runtime/serial-queue.ts';
import { createAuthRateLimiter, type AuthRateLimiter } from './auth-rate-limiter.ts';
import { createToken, type Settings } from './settings.ts';

/** Where settings are stored. */
export interface SettingsStore {
  /** The location, as shown to users. */
  readonly location: string;
  /** Reads the current settings; undefined when there are none. */
  read(): Promise<Settings | undefined>;
  write(settings: Settings): Promise<void>;
}

/** Who may call, according to the current settings. */
export interface Security {
  readonly settings: Settings;
  /** Where the settings, including the token, are stored. */
  readonly settingsFile: string;
  /**
   * Whether this is the token, or the previous one within its grace period. Takes the same time for every wrong token
   * of its length.
   */
  isToken(candidate: string | undefined): boolean;
  /** The tokens that are currently accepted. */
  readonly tokens: readonly string[];
  readonly authRateLimiter: AuthRateLimiter;
  /** Applies new settings. A token that was edited by hand is invalid at once. */
  applySettings(settings: Settings): void;
  /** Calls the listener whenever other settings were applied. */
  onChange(listener: () => void): void;
  /** Stores a new token. The old one is accepted for {@link graceSeconds} more. */
  rotateToken(): Promise<void>;
}

/** How long the token before a rotation is accepted, in seconds. */
export const graceSeconds = 60;

export const createSecurity = (
  initial: Settings,
  settingsStore: SettingsStore,
  now: () => number,
): Security => {
  let settings = initial;
  let expected = Buffer.from(initial.apiToken);
  let previous: { readonly token: Buffer; readonly until: number } | undefined;
  const runSerially = createSerialQueue();
  const listeners: (() => void)[] = [];
  const authRateLimiter = createAuthRateLimiter(now);

  /** The token before a rotation, within its grace period. */
  const getPreviousToken = (): Buffer | undefined =>
    previous && now() < previous.until ? previous.token : undefined;

  return {
    get settings() {
      return settings;
    },
    settingsFile: settingsStore.location,
    get tokens() {
      return [expected, getPreviousToken()].filter((token) => token !== undefined).map(String);
    },
    isToken(candidate) {
      if (candidate === undefined) return false;
      const bytes = Buffer.from(candidate);
      const isCurrent = isEqualToken(bytes, expected);
      const token = getPreviousToken();
      const isPrevious = token !== undefined && isEqualToken(bytes, token);
      return isCurrent || isPrevious;
    },
    authRateLimiter,
    applySettings(next) {
      const token = Buffer.from(next.apiToken);
      if (!isEqualToken(token, expected)) {
        previous = undefined;
        authRateLimiter.resetTrust();
      }
      settings = next;
      expected = token;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
    rotateToken: () =>
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

const isEqualToken = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
