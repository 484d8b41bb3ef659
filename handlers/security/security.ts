import { timingSafeEqual } from 'node:crypto';
import { createSerialQueue } from '#runtime/serial-queue.ts';
import { createGuesses, type Guesses } from './guesses.ts';
import { newToken, type Settings } from './settings.ts';

/** Where settings are kept. */
export interface SettingsKeeper {
  /** As it is told of. */
  readonly place: string;
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
  readonly guesses: Guesses;
  /** Takes new settings into use. A token that was replaced by hand is void at once. */
  use(settings: Settings): void;
  /** Calls the listener whenever other settings were taken into use. */
  onChange(listener: () => void): void;
  /** Keeps a new token with the settings; the old one is good for {@link graceSeconds} more. */
  rotateToken(): Promise<void>;
}

/** How long the token from before a rotation is still taken. */
export const graceSeconds = 60;

export const createSecurity = (initial: Settings, keeper: SettingsKeeper, now: () => number): Security => {
  let settings = initial;
  let expected = Buffer.from(initial.apiToken);
  let former: { readonly token: Buffer; readonly until: number } | undefined;
  const inTurn = createSerialQueue();
  const listeners: (() => void)[] = [];
  const guesses = createGuesses(now);

  /** The token from before a rotation, while it is still taken. */
  const graced = (): Buffer | undefined => (former && now() < former.until ? former.token : undefined);

  return {
    get settings() {
      return settings;
    },
    settingsFile: keeper.place,
    get tokens() {
      return [expected, graced()].filter((token) => token !== undefined).map(String);
    },
    isToken(candidate) {
      if (candidate === undefined) return false;
      const given = Buffer.from(candidate);
      const isPresent = isSame(given, expected);
      const token = graced();
      const isFormer = token !== undefined && isSame(given, token);
      return isPresent || isFormer;
    },
    guesses,
    use(next) {
      const token = Buffer.from(next.apiToken);
      if (!isSame(token, expected)) {
        former = undefined;
        guesses.forget();
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
        const next = { ...present, apiToken: newToken() };
        await keeper.write(next);
        settings = next;
        expected = Buffer.from(next.apiToken);
        guesses.forget();
        former = { token: replaced, until: now() + graceSeconds * 1000 };
      }),
  };
};

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
