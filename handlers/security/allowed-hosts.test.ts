import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../start-server.ts';
import { createToken, Settings } from './settings.ts';
import { readSettings, settingsFileName, writeSettings } from './settings-file.ts';

let folder: string;
let settingsFile: string;
let server: RunningServer;
let host: string;
let receivedRequests: string[];
const externalServer = createServer(({ headers }, response) => {
  receivedRequests.push(headers.authorization ?? '');
  response.end('hello');
});
let warnings: object[];

beforeEach(async () => {
  receivedRequests = [];
  warnings = [];
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-hosts-'));
  settingsFile = join(folder, settingsFileName);
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project', 'project.json'), '{"format":1}');
  await writeSettings(settingsFile, Settings.parse({ apiEnabled: true, apiToken: createToken() }));
  await new Promise<void>((resolve) => externalServer.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(externalServer.address() as AddressInfo).port}`;
  server = await startServer({
    version: '1.2.3',
    port: 0,
    settingsFile,
    project: join(folder, 'project'),
    runtime: 'embedded',
    fps: 60,
    log: { info: () => {}, warn: (details) => warnings.push(details), error: () => {} },
  });
});

afterEach(async () => {
  await server.close();
  externalServer.closeAllConnections();
  await new Promise((resolve) => externalServer.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const { apiToken } = (await readSettings(settingsFile))!;
  const response = await fetch(server.url + path, {
    method,
    headers: { 'X-API-Key': apiToken, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
};

interface Graph {
  readonly id: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly category: string;
    readonly ports: readonly { readonly id: string; readonly name: string }[];
  }[];
}

/** Lets a graph send a request, and returns the outputs of its HttpRequest node. */
const sendFromGraph = async (): Promise<unknown> => {
  const { id, nodes } = await call<Graph>('POST', '/api/graphs', {});
  const start = nodes.find(({ category }) => category === 'Start')!;
  const built = await call<Graph>('POST', `/api/graphs/${id}/build`, {
    nodes: [
      {
        tempId: 'a',
        category: 'HttpRequest',
        ports: { Url: `http://${host}/`, Authorization: 'Bearer secret' },
      },
    ],
    connections: [{ from: `${start.id}/Out`, to: 'a/In' }],
  });
  const port = (name: string): string => {
    const { ports } = built.nodes[0]!;
    return ports.find((candidate) => candidate.name === name)!.id;
  };
  await call('POST', `/api/graphs/${id}/sync`);
  await call('POST', `/api/graphs/${id}/run`);
  return vi.waitFor(async () => {
    await call('POST', `/api/graphs/${id}/ports/sync`);
    const { value } = await call<{ value: unknown }>('GET', `/api/ports/${port('Response')}/value`);
    expect(value).not.toBeNull();
    return value;
  });
};

it('a graph can request no host until the settings file allows it, and then at once', async () => {
  expect(await sendFromGraph()).toContain(`'${host}' is not among 'allowedHosts'`);
  expect(receivedRequests).toEqual([]);
  await writeSettings(settingsFile, { ...(await readSettings(settingsFile))!, allowedHosts: [host] });
  await vi.waitFor(() => expect(server.service.security.settings.allowedHosts).toEqual([host]));
  expect(await sendFromGraph()).toBe('hello');
  expect(receivedRequests).toEqual(['Bearer secret']);
});

it('settings with an invalid host are not applied', async () => {
  const { settings } = server.service.security;
  await writeFile(settingsFile, JSON.stringify({ ...settings, allowedHosts: ['*'] }));
  await vi.waitFor(() => expect(warnings).not.toEqual([]));
  expect(server.service.security.settings.allowedHosts).toEqual([]);
});
