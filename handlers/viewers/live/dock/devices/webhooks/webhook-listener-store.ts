import { createRecentEvents } from '../shared/recent-event-store.ts';
import { createRefreshableValue } from '../shared/refreshable-value.ts';
import { createTestRequest } from './webhook-test-request.ts';
import type { Actions } from '#spec/client/index.ts';
import type { DeviceStoreOptions, RecentEvents } from '../shared/recent-event-store.ts';
import type { RefreshableValue } from '../shared/refreshable-value.ts';
import type { WebhookListener } from './webhook-test-request.ts';

type ListenOptions = Actions['webhook.listen']['parameters'];

/** The webhook listeners and the requests that they have received. */
export interface WebhookListeners {
  readonly listeners: RefreshableValue<readonly WebhookListener[]>;
  readonly recentEvents: RecentEvents<'webhook.received'>;
  listen(listenOptions: ListenOptions): Promise<void>;
  unlisten(listener: WebhookListener): Promise<void>;
  /** Makes the service send a request to the listener, and shows the response. */
  test(listener: WebhookListener): Promise<void>;
}

export const createWebhookListeners = (options: DeviceStoreOptions): WebhookListeners => {
  const { session, notices } = options;
  const { client } = session;
  const listeners = createRefreshableValue(
    async () => (await client.act('webhook.listeners')).result.listeners,
  );
  /**
   * The secrets that were set on this page, keyed by listener id. The page keeps the secrets, because the service never
   * returns them.
   */
  const secrets = new Map<string, string>();
  return {
    listeners,
    recentEvents: createRecentEvents(options, ['webhook.received']),
    async listen(listenOptions) {
      await notices.runAndReport(async () => {
        const { listenerId } = (await client.act('webhook.listen', listenOptions)).result;
        if (listenOptions.secret !== undefined) secrets.set(listenerId, listenOptions.secret);
      });
      await listeners.refresh();
    },
    async unlisten({ listenerId }) {
      await notices.runAndReport(() => client.act('webhook.unlisten', { listenerId }));
      await listeners.refresh();
    },
    async test(listener) {
      const request = createTestRequest(listener, secrets.get(listener.listenerId));
      await notices.runAndReport(async () => {
        const { status } = (await client.act('webhook.send', request)).result;
        notices.showInfo(`${listener.path} responded with ${status}.`);
      });
    },
  };
};
