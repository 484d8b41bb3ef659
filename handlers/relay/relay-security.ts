import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../broker/hash-token.ts';
import type { ServiceState } from '../broker/relay-messages.ts';
import { createAuthRateLimiter } from '../security/auth-rate-limiter.ts';
import type { Security } from '../security/security.ts';
import type { Settings } from '../security/settings.ts';

/**
 * Decides who may call a relay. The relay's own settings determine who may connect, and the service determines which
 * tokens are valid.
 */
interface RelaySecurity extends Security {
  /** Applies a state that the service has published. */
  applyServiceState(state: ServiceState): void;
}

export const createRelaySecurity = (
  fileSettings: Settings,
  settingsFile: string,
  received: ServiceState,
  now: () => number,
): RelaySecurity => {
  const listeners: (() => void)[] = [];
  let [file, service] = [fileSettings, received];
  let settings = mergeSettings(fileSettings, received);
  const change = (): void => {
    settings = mergeSettings(file, service);
    for (const listener of listeners) listener();
  };
  return {
    get settings() {
      return settings;
    },
    settingsFile,
    tokens: [],
    isToken: (candidate) => candidate !== undefined && includesHash(hashToken(candidate), service.tokens),
    authRateLimiter: createAuthRateLimiter(now),
    applySettings(next) {
      file = next;
      change();
    },
    applyServiceState(state) {
      const comparable = [state, service].map(({ seq, ...rest }) => JSON.stringify(rest));
      service = state;
      if (comparable[0] !== comparable[1]) change();
    },
    onChange: (listener) => void listeners.push(listener),
    rotateToken: () => Promise.reject(new Error('Rotate tokens at the service.')),
  };
};

const mergeSettings = (file: Settings, { apiEnabled, hubRequiresToken }: ServiceState): Settings => ({
  ...file,
  apiEnabled,
  hubRequiresToken: file.hubRequiresToken || hubRequiresToken,
});

/** Whether a list contains a hash. The check takes equally long, whichever hash matches. */
const includesHash = (hash: string, hashes: readonly string[]): boolean => {
  const bytes = Buffer.from(hash);
  return hashes.filter((candidate) => timingSafeEqual(Buffer.from(candidate), bytes)).length > 0;
};
