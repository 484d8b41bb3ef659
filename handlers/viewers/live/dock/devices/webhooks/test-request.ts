import { inShell } from '../../actions/copy-as.ts';
import type { Actions } from '#spec/client/index.ts';

export type Listener = Actions['webhook.listeners']['result']['listeners'][number];

const body = { hello: 'webhook' };

/** A request that a listener takes, as webhook.send sends it. */
export const testRequest = (
  { url, methods: [method = 'POST'] }: Listener,
  secret: string | undefined,
): Actions['webhook.send']['parameters'] => ({
  url: url ?? '',
  method,
  ...(secret !== undefined && { headers: { 'X-Webhook-Secret': secret } }),
  ...(method !== 'GET' && { body }),
});

/** The same as a line of a shell. A secret is the variable WEBHOOK_SECRET of its environment, never the real one. */
export const testAsCurl = ({ url, methods: [method = 'POST'], isProtected }: Listener): string =>
  [
    `curl -X ${method} ${inShell(url ?? '')}`,
    ...(isProtected ? ['-H "X-Webhook-Secret: $WEBHOOK_SECRET"'] : []),
    ...(method === 'GET' ? [] : [`-H 'Content-Type: application/json' -d ${inShell(JSON.stringify(body))}`]),
  ].join(' ');
