import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTestAudit } from '../runner/testing-audits.ts';
import { findListedSubject, registerWebhook } from './webhook-listener.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';

/** A target with a webhook listener, and the name of the parameter that removes the listener. */
let target: TestTarget;
let unlistenParameter: string;
/** The removals that the target has received, and the texts that its listener has received. */
let receivedRemovals: unknown[];
let receivedTexts: string[];

const getUrl = (): string => target.url;

beforeEach(async () => {
  unlistenParameter = 'listenerId';
  receivedRemovals = [];
  receivedTexts = [];
  let path = '';
  const parameter = (name: string) => ({ name, schema: { type: 'string' }, required: true });
  const getResponse = (route: string, body: string): unknown => {
    if (route === 'GET /api/actions/schema')
      return {
        actions: [
          { name: 'webhook.listen', parameters: [parameter('path')] },
          { name: 'webhook.unlisten', parameters: [parameter(unlistenParameter)] },
        ],
      };
    if (route === 'POST /api/actions/webhook/listen') {
      ({ path } = JSON.parse(body) as { path: string });
      return { success: true, result: { listenerId: 'l-1', url: `${getUrl()}/hooks/${path}` } };
    }
    if (route === 'POST /api/actions/webhook/listeners')
      return { success: true, result: { listeners: [{ listenerId: 'l-1', path }] } };
    if (route === 'POST /api/actions/webhook/unlisten') receivedRemovals.push(JSON.parse(body));
    if (route.startsWith(`POST /hooks/${path}?`)) receivedTexts.push(body);
    return { success: true };
  };
  target = await serveTestTarget((request, response, body) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(getResponse(`${request.method} ${request.url}`, body)));
  });
});

afterEach(() => target.close());

describe('a webhook listener of the kit', () => {
  it('gets what is sent to its address, is listed, and is removed when the audit ends', async () => {
    const outcome = await runTestAudit(getUrl(), async (t) => {
      const webhook = await registerWebhook(t);
      const marker = await webhook.send();
      t.must(
        marker !== undefined && receivedTexts[0]?.includes(marker) === true,
        'it gets a text of its own',
      );
      t.must((await findListedSubject(t, webhook)) !== undefined, 'it is listed');
      t.must(receivedRemovals.length === 0, 'it still exists');
    });
    expect(outcome).toMatchObject({ status: 'PASS' });
    expect(receivedRemovals).toEqual([{ listenerId: 'l-1' }]);
  });

  it('stays if nothing distinguishes it from those of others', async () => {
    unlistenParameter = 'everything';
    const outcome = await runTestAudit(getUrl(), async (t) => {
      await (await registerWebhook(t)).remove();
      t.must(false, 'not reached');
    });
    expect(outcome).toMatchObject({
      status: 'NOT_VERIFIED',
      message: expect.stringContaining('a parameter of webhook.unlisten that a listener has'),
    });
    expect(receivedRemovals).toEqual([]);
  });
});
