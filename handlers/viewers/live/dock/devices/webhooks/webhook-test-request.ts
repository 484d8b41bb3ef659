import { quoteForShell } from '../../actions/copy-action-as.ts';
import type { Actions } from '#spec/client/index.ts';

export type WebhookListener = Actions['webhook.listeners']['result']['listeners'][number];

const testBody = { hello: 'webhook' };

/** A request that a listener takes, as webhook.send sends it. */
export const createTestRequest = (
  { url, methods: [method = 'POST'] }: WebhookListener,
  secret: string | undefined,
): Actions['webhook.send']['parameters'] => ({
  url: url ?? '',
  method,
  ...(secret !== undefined && { headers: { 'X-Webhook-Secret': secret } }),
  ...(method !== 'GET' && { body: testBody }),
});

/** The same as a line of a shell. A secret is the variable WEBHOOK_SECRET of its environment, never the real one. */
export const formatTestCurl = ({ url, methods: [method = 'POST'], isProtected }: WebhookListener): string =>
  [
    `curl -X ${method} ${quoteForShell(url ?? '')}`,
    ...(isProtected ? ['-H "X-Webhook-Secret: $WEBHOOK_SECRET"'] : []),
    ...(method === 'GET'
      ? []
      : [`-H 'Content-Type: application/json' -d ${quoteForShell(JSON.stringify(testBody))}`]),
  ].join(' ');
