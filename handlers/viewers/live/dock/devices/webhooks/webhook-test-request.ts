import { quoteForShell } from '../../actions/action-code-formats.ts';
import type { Actions } from '#spec/client/index.ts';

export type WebhookListener = Actions['webhook.listeners']['result']['listeners'][number];

const testBody = { hello: 'webhook' };

/** Returns parameters with which webhook.send sends a request that the listener accepts. */
export const createTestRequest = (
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
