import { timingSafeEqual } from 'node:crypto';
import type { Settings } from './settings.ts';

/** Who may call, as the settings of the moment say. */
export interface Security {
  readonly settings: Settings;
  /** Where the settings file is; the token is in it. */
  readonly settingsFile: string;
  /** Whether this is the token; takes the same time for every wrong one of its length. */
  isToken(candidate: string | undefined): boolean;
  /** Counts a wrong token; answers how many seconds to wait once there were too many, else 0. */
  countWrongToken(address: string): number;
  /** Takes new settings into use. */
  use(settings: Settings): void;
}

const wrongTokensPerWindow = 10;
const windowMs = 60_000;
const addressesRemembered = 10_000;

export const createSecurity = (initial: Settings, settingsFile: string, now: () => number): Security => {
  let settings = initial;
  let expected = Buffer.from(initial.apiToken);
  const wrong = new Map<string, { count: number; until: number }>();

  return {
    get settings() {
      return settings;
    },
    settingsFile,
    isToken(candidate) {
      if (candidate === undefined) return false;
      const given = Buffer.from(candidate);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    countWrongToken(address) {
      const at = now();
      const known = wrong.get(address);
      if (known && known.until > at) {
        known.count += 1;
        return known.count > wrongTokensPerWindow ? Math.ceil((known.until - at) / 1000) : 0;
      }
      if (wrong.size >= addressesRemembered) wrong.clear();
      wrong.set(address, { count: 1, until: at + windowMs });
      return 0;
    },
    use(next) {
      settings = next;
      expected = Buffer.from(next.apiToken);
    },
  };
};
