import { timingSafeEqual } from 'node:crypto';
import { hashOf } from '../carrier/hash-of.ts';
import type { ServiceState } from '../carrier/messages.ts';
import { createGuesses } from '../security/guesses.ts';
import type { Security } from '../security/security.ts';
import type { Settings } from '../security/settings.ts';

/** The security of a relay: who may connect is in its own settings, who may call is told by the service. */
interface RelaySecurity extends Security {
  /** Takes note of what the service tells. */
  hear(state: ServiceState): void;
}

export const createRelaySecurity = (
  own: Settings,
  settingsFile: string,
  told: ServiceState,
  now: () => number,
): RelaySecurity => {
  const listeners: (() => void)[] = [];
  let [file, service] = [own, told];
  let settings = merged(own, told);
  const change = (): void => {
    settings = merged(file, service);
    for (const listener of listeners) listener();
  };
  return {
    get settings() {
      return settings;
    },
    settingsFile,
    tokens: [],
    isToken: (candidate) => candidate !== undefined && isAmong(hashOf(candidate), service.tokens),
    guesses: createGuesses(now),
    use(next) {
      file = next;
      change();
    },
    hear(state) {
      const isOther = [state, service].map(({ seq, ...lasting }) => JSON.stringify(lasting));
      service = state;
      if (isOther[0] !== isOther[1]) change();
    },
    onChange: (listener) => void listeners.push(listener),
    rotateToken: () => Promise.reject(new Error('Tokens are rotated at the service.')),
  };
};

const merged = (file: Settings, { apiEnabled, hubRequiresToken }: ServiceState): Settings => ({
  ...file,
  apiEnabled,
  hubRequiresToken: file.hubRequiresToken || hubRequiresToken,
});

/** Equally slow whichever of them it is. */
const isAmong = (hash: string, hashes: readonly string[]): boolean => {
  const given = Buffer.from(hash);
  return hashes.filter((one) => timingSafeEqual(Buffer.from(one), given)).length > 0;
};
