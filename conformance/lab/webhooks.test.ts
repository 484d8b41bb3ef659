import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audited } from '../engine/testing.ts';
import { isListed, listen } from './webhooks.ts';
import { serveTarget, type TestTarget } from '../target/http/testing-server.ts';

/** A target with a listener for whoever asks, and what it takes a listener away by. */
let target: TestTarget;
let removedBy: string;
/** What it was asked to take away, and the texts that its listener got. */
let removals: unknown[];
let received: string[];

const url = (): string => target.url;

beforeEach(async () => {
  removedBy = 'listenerId';
  removals = [];
  received = [];
  let path = '';
  const parameter = (name: string) => ({ name, schema: { type: 'string' }, required: true });
  const answerTo = (route: string, body: string): unknown => {
    if (route === 'GET /api/actions/schema')
      return {
        actions: [
          { name: 'webhook.listen', parameters: [parameter('path')] },
          { name: 'webhook.unlisten', parameters: [parameter(removedBy)] },
        ],
      };
    if (route === 'POST /api/actions/webhook/listen') {
      ({ path } = JSON.parse(body) as { path: string });
      return { success: true, result: { listenerId: 'l-1', url: `${url()}/hooks/${path}` } };
    }
    if (route === 'POST /api/actions/webhook/listeners')
      return { success: true, result: { listeners: [{ listenerId: 'l-1', path }] } };
    if (route === 'POST /api/actions/webhook/unlisten') removals.push(JSON.parse(body));
    if (route.startsWith(`POST /hooks/${path}?`)) received.push(body);
    return { success: true };
  };
  target = await serveTarget((request, response, body) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answerTo(`${request.method} ${request.url}`, body)));
  });
});

afterEach(() => target.close());

describe('a listener of the kit', () => {
  it('gets what is sent to its address, is listed, and is taken away when the audit ends', async () => {
    const outcome = await audited(url(), async (t) => {
      const webhook = await listen(t);
      const marker = await webhook.send();
      t.must(marker !== undefined && received[0]?.includes(marker) === true, 'it gets a text of its own');
      t.must(await isListed(t, webhook), 'it is listed');
      t.must(removals.length === 0, 'it is still there');
    });
    expect(outcome).toMatchObject({ status: 'PASS' });
    expect(removals).toEqual([{ listenerId: 'l-1' }]);
  });

  it('stays where nothing tells it from those of others', async () => {
    removedBy = 'everything';
    const outcome = await audited(url(), async (t) => {
      await (await listen(t)).remove();
      t.must(false, 'not reached');
    });
    expect(outcome).toMatchObject({
      status: 'NOT_VERIFIED',
      message: expect.stringContaining('a parameter of webhook.unlisten that a listener has'),
    });
    expect(removals).toEqual([]);
  });
});
