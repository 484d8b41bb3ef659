/** Tests webhooks from their settings to the graphs, using the public ports. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseJournal } from '#runtime/journal/parse-journal.ts';
import { replayJournal } from '#runtime/journal/replay-journal.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { createToken, Settings } from './security/settings.ts';
import { settingsFileName, writeSettings } from './security/settings-file.ts';

let folder: string;
let server: RunningServer;
const apiToken = createToken();

const startTestServer = async (webhooks: object = {}): Promise<void> => {
  const settingsFile = join(folder, settingsFileName);
  await writeSettings(settingsFile, Settings.parse({ apiEnabled: true, apiToken, webhooks }));
  server = await startServer({
    ...{ version: '1.2.3', port: 0, settingsFile, project: join(folder, 'project') },
    ...{ runtime: 'embedded', fps: 60, journal: join(folder, 'journal') },
    log: { info() {}, warn() {}, error() {} },
  });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-webhooks-'));
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project', 'project.json'), '{"format":1}');
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'X-API-Key': apiToken, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
};

interface ListenResponse {
  readonly result: { readonly listenerId: string; readonly url: string };
}

const startListening = async (parameters: object): Promise<string> =>
  (await call<ListenResponse>('POST', '/api/actions/webhook/listen', parameters)).result.url;

const sendWebhook = async (
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> => (await fetch(url, { method: 'POST', body, headers })).status;

const findFreePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

it('are received where the settings say, until the server closes', async () => {
  const port = await findFreePort();
  await startTestServer({ port });
  const url = await startListening({ path: 'a' });
  expect(url).toBe(`http://127.0.0.1:${port}/a`);
  expect(await sendWebhook(url, '')).toBe(202);
  expect(await fetch(`${server.url}/a`, { method: 'POST' })).toHaveProperty('status', 404);
  await server.close();
  await expect(sendWebhook(url, '')).rejects.toThrow();
});

it('are rejected with a clear message when the port is in use', async () => {
  const blockingServer = createServer();
  await new Promise<void>((resolve) => blockingServer.listen(0, '127.0.0.1', resolve));
  const { port } = blockingServer.address() as AddressInfo;
  await startTestServer({ port });
  expect(await call('POST', '/api/actions/webhook/listen', { path: 'a' })).toMatchObject({
    error: {
      code: 'ACTION_FAILED',
      message: expect.stringContaining(`port ${port} of '127.0.0.1' cannot be opened (EADDRINUSE)`),
    },
  });
  expect(await call('POST', '/api/actions/webhook/listeners', {})).toMatchObject({
    result: { listeners: [] },
  });
  await new Promise((resolve) => blockingServer.close(resolve));
  expect(await startListening({ path: 'a' })).toContain(`:${port}/a`);
});

interface Port {
  readonly id: string;
  readonly name: string;
}

it('start graphs with OnWebhook, and never reveal its secret', async () => {
  await startTestServer();
  const { id } = await call<{ id: string }>('POST', '/api/graphs', { name: 'hooked' });
  const secret = 'not-to-be-shown';
  const built = await call<object>('POST', `/api/graphs/${id}/build`, {
    nodes: [
      { tempId: 'hook', category: 'OnWebhook', ports: { Path: '/go', Secret: secret } },
      { tempId: 'json', category: 'ToJson' },
      { tempId: 'log', category: 'LogConsole' },
      {
        tempId: 'act',
        category: 'RunAction',
        ports: { Action: 'webhook.listen', path: '/other', secret },
      },
    ],
    connections: [
      { from: 'hook/Out', to: 'log/In' },
      { from: 'hook/Body', to: 'json/Value' },
      { from: 'json/Text', to: 'log/Message' },
    ],
  });
  expect(built).toHaveProperty('nodeIds');
  await call('POST', `/api/graphs/${id}/sync`);
  await call('POST', `/api/graphs/${id}/run`);
  const listeners = async () => {
    const { result } = await call<{ result: { listeners: { url: string | null; graphId: string }[] } }>(
      'POST',
      '/api/actions/webhook/listeners',
      {},
    );
    return result.listeners;
  };
  await expect.poll(async () => (await listeners())[0]?.url ?? null).not.toBeNull();
  const [{ url, graphId } = { url: null, graphId: '' }] = await listeners();
  expect(graphId).toBe(id);
  expect(await sendWebhook(String(url), '{"n":1}', { 'content-type': 'application/json' })).toBe(401);
  expect(
    await sendWebhook(String(url), '{"n":2}', {
      'content-type': 'application/json',
      'x-webhook-secret': secret,
    }),
  ).toBe(202);
  const lines = async (): Promise<string> => JSON.stringify(await call('GET', '/api/console'));
  await expect.poll(lines).toContain('{\\"n\\":2}');
  expect(await lines()).not.toContain('{\\"n\\":1}');
  const detail = JSON.stringify([await call('GET', `/api/graphs/${id}`), await lines(), await listeners()]);
  expect(detail).not.toContain(secret);
  const { nodes } = await call<{ nodes: { ports: Port[] }[] }>('GET', `/api/graphs/${id}`);
  const ports = nodes.flatMap((node) => node.ports).filter(({ name }) => /^secret$/i.test(name));
  expect(ports).toHaveLength(2);
  expect(ports).toEqual(ports.map(() => expect.objectContaining({ isSensitive: true })));
  await call('POST', `/api/graphs/${id}/stop`);
  expect(await listeners()).toEqual([]);
  await expect(sendWebhook(String(url), '')).rejects.toThrow();

  await server.close();
  const journal = await readFile(join(folder, 'journal'), 'utf8');
  expect(journal).toContain('"webhooks"');
  expect(replayJournal(parseJournal(journal))).toMatchObject({ agrees: true });
});
