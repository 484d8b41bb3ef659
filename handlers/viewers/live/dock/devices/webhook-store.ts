import { createRecentEvents, type DeviceStoreOptions, type RecentEvents } from './recent-event-store.ts';
import { createRefreshableValue, type RefreshableValue } from './refreshable-value.ts';
import { quoteForShell } from '../../actions/action-code-formats.ts';
import type { Actions } from '#spec/client/index.ts';

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

export type WebhookListener = Actions['webhook.listeners']['result']['listeners'][number];

const testBody = { hello: 'webhook' };

/** Returns parameters with which webhook.send sends a request that the listener accepts. */
const createTestRequest = (
  { url, methods: [method = 'POST'] }: WebhookListener,
  secret: string | undefined,
): Actions['webhook.send']['parameters'] => ({
  url: url ?? '',
  method,
  ...(secret !== undefined && { headers: { 'X-Webhook-Secret': secret } }),
  ...(method !== 'GET' && { body: testBody }),
});

/**
 * Returns a shell command that sends a request to the listener. The command reads the secret from the environment
 * variable WEBHOOK_SECRET, so the secret itself is never included.
 */
export const formatTestCurl = ({ url, methods: [method = 'POST'], isProtected }: WebhookListener): string =>
  [
    `curl -X ${method} ${quoteForShell(url ?? '')}`,
    ...(isProtected ? ['-H "X-Webhook-Secret: $WEBHOOK_SECRET"'] : []),
    ...(method === 'GET'
      ? []
      : [`-H 'Content-Type: application/json' -d ${quoteForShell(JSON.stringify(testBody))}`]),
  ].join(' ');
