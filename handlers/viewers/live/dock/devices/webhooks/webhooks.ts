import { createLatest } from '../parts/latest.ts';
import { createReading } from '../parts/reading.ts';
import { testRequest } from './test-request.ts';
import type { Actions } from '#spec/client/index.ts';
import type { DeviceParts, Latest } from '../parts/latest.ts';
import type { Reading } from '../parts/reading.ts';
import type { Listener } from './test-request.ts';

type Wanted = Actions['webhook.listen']['parameters'];

/** What requests from outside are listened to, and what came of them. */
export interface Webhooks {
  readonly listeners: Reading<readonly Listener[]>;
  readonly latest: Latest<'webhook.received'>;
  listen(wanted: Wanted): Promise<void>;
  unlisten(listener: Listener): Promise<void>;
  /** Has the service send a request to itself, and says what came of it. */
  test(listener: Listener): Promise<void>;
}

export const createWebhooks = (parts: DeviceParts): Webhooks => {
  const { session, notices } = parts;
  const { client } = session;
  const listeners = createReading(async () => (await client.act('webhook.listeners')).result.listeners);
  /** Those that were set here, by the id of the listener: the service tells them to nobody. */
  const secrets = new Map<string, string>();
  return {
    listeners,
    latest: createLatest(parts, ['webhook.received']),
    async listen(wanted) {
      await notices.attempt(async () => {
        const { listenerId } = (await client.act('webhook.listen', wanted)).result;
        if (wanted.secret !== undefined) secrets.set(listenerId, wanted.secret);
      });
      await listeners.refresh();
    },
    async unlisten({ listenerId }) {
      await notices.attempt(() => client.act('webhook.unlisten', { listenerId }));
      await listeners.refresh();
    },
    async test(listener) {
      const request = testRequest(listener, secrets.get(listener.listenerId));
      await notices.attempt(async () => {
        const { status } = (await client.act('webhook.send', request)).result;
        notices.say(`${listener.path} has answered with ${status}.`);
      });
    },
  };
};
