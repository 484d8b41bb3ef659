import { timingSafeEqual } from 'node:crypto';
import { createSerialQueue } from '#runtime/serial-queue.ts';
import { createAuthRateLimiter, type AuthRateLimiter } from './auth-rate-limiter.ts';
import { createToken, type Settings } from './settings.ts';

/** Where settings are kept. */
export interface SettingsStore {
  /** As it is told of. */
  readonly location: string;
  /** What is there at the moment; undefined for nothing. */
  read(): Promise<Settings | undefined>;
  write(settings: Settings): Promise<void>;
}

/** Who may call, as the settings of the moment say. */
export interface Security {
  readonly settings: Settings;
  /** Where the settings are kept; the token is among them. */
  readonly settingsFile: string;
  /** Whether this is the token, or the one before it while its grace lasts; equally slow for every wrong one of its length. */
  isToken(candidate: string | undefined): boolean;
  /** The tokens that are taken at the moment. */
  readonly tokens: readonly string[];
  readonly authRateLimiter: AuthRateLimiter;
  /** Takes new settings into use. A token that was replaced by hand is void at once. */
  applySettings(settings: Settings): void;
  /** Calls the listener whenever other settings were taken into use. */
  onChange(listener: () => void): void;
  /** Keeps a new token with the settings; the old one is good for {@link graceSeconds} more. */
  rotateToken(): Promise<void>;
}

/** How long the token from before a rotation is still taken. */
export const graceSeconds = 60;

export const createSecurity = (initial: Settings, keeper: SettingsStore, now: () => number): Security => {
  let settings = initial;
  let expected = Buffer.from(initial.apiToken);
  let former: { readonly token: Buffer; readonly until: number } | undefined;
  const inTurn = createSerialQueue();
  const listeners: (() => void)[] = [];
  const guesses = createAuthRateLimiter(now);

  /** The token from before a rotation, while it is still taken. */
  const graced = (): Buffer | undefined => (former && now() < former.until ? former.token : undefined);

  return {
    get settings() {
      return settings;
    },
    settingsFile: keeper.location,
    get tokens() {
      return [expected, graced()].filter((token) => token !== undefined).map(String);
    },
    isToken(candidate) {
      if (candidate === undefined) return false;
      const given = Buffer.from(candidate);
      const isPresent = isEqualToken(given, expected);
      const token = graced();
      const isFormer = token !== undefined && isEqualToken(given, token);
      return isPresent || isFormer;
    },
    authRateLimiter: guesses,
    applySettings(next) {
      const token = Buffer.from(next.apiToken);
      if (!isEqualToken(token, expected)) {
        former = undefined;
        guesses.resetTrust();
      }
      settings = next;
      expected = token;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
    rotateToken: () =>
      inTurn(async () => {
        const replaced = expected;
        const present = (await keeper.read()) ?? settings;
        const next = { ...present, apiToken: createToken() };
        await keeper.write(next);
        settings = next;
        expected = Buffer.from(next.apiToken);
        guesses.resetTrust();
        former = { token: replaced, until: now() + graceSeconds * 1000 };
      }),
  };
};

const isEqualToken = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
