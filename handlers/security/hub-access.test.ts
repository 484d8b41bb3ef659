import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningServer, startServer } from '../start-server.ts';
import { createToken, Settings } from './settings.ts';
import { settingsFileName, writeSettings } from './settings-file.ts';

let folder: string;
let settingsFile: string;
let server: RunningServer;
let settings: Settings;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-access-'));
  settingsFile = join(folder, settingsFileName);
  settings = Settings.parse({ apiEnabled: true, apiToken: createToken() });
  await writeSettings(settingsFile, settings);
  server = await startServer({
    version: '1.2.3',
    port: 0,
    settingsFile,
    runtime: 'none',
    fps: 60,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes settings as an operator would, and waits until they are in effect. */
const changeSettings = async (changed: Partial<Settings>): Promise<void> => {
  settings = { ...settings, ...changed };
  await writeSettings(settingsFile, settings);
  await vi.waitFor(() => expect(server.service.security.settings).toEqual(settings));
};

const parseErrorCode = (body: string): string => (body === '' ? '' : (JSON.parse(body).error?.code ?? ''));

const negotiate = async (headers: Record<string, string> = {}, query = ''): Promise<unknown> => {
  const url = `${server.url}/api/events/negotiate?negotiateVersion=1${query}`;
  const response = await fetch(url, { method: 'POST', headers });
  return [response.status, parseErrorCode(await response.text())];
};

/** Tries to open a socket, and returns the response. */
const connect = async (query = '', headers: Record<string, string> = {}): Promise<unknown> => {
  const socket = new WebSocket(`${server.eventsUrl}?${query}`, { headers });
  socket.on('error', () => {});
  const response = new Promise<unknown>((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', async (_, response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve([response.statusCode, parseErrorCode(body)]);
    });
  });
  const responseValue = await response;
  if (responseValue === 'open') {
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  }
  return responseValue;
};

const openConnection = (token?: string) => {
  const options = token === undefined ? {} : { accessTokenFactory: () => token };
  return new HubConnectionBuilder()
    .withUrl(`${server.url}/api/events`, options)
    .configureLogging(LogLevel.None)
    .build();
};

/** Waits until a connection ends, and returns the reason. */
const waitForClose = (connection: HubConnection) =>
  new Promise<Error | undefined>((resolve) => connection.onclose(resolve));

it('while the API is off the hub rejects everybody, and closes open connections with the reason', async () => {
  const { apiToken } = settings;
  const connection = openConnection(apiToken);
  const closed = waitForClose(connection);
  await connection.start();

  await changeSettings({ apiEnabled: false });
  expect((await closed)?.message).toContain('API_DISABLED: The external API is switched off.');
  expect(await negotiate()).toEqual([403, 'API_DISABLED']);
  expect(await negotiate({ 'X-API-Key': apiToken })).toEqual([403, 'API_DISABLED']);
  expect(await connect(`access_token=${apiToken}`)).toEqual([403, 'API_DISABLED']);

  await changeSettings({ apiEnabled: true });
  await connection.start();
  await connection.stop();
  expect(await connect()).toBe('open');
});

it('with hubRequiresToken it closes to clients without a token, at once', async () => {
  const { apiToken } = settings;
  const [anonymous, authenticated] = [openConnection(), openConnection(apiToken)];
  const [anonymousClosed, authenticatedClosed] = [waitForClose(anonymous), waitForClose(authenticated)];
  await Promise.all([anonymous.start(), authenticated.start()]);

  await changeSettings({ hubRequiresToken: true });
  expect((await anonymousClosed)?.message).toContain('UNAUTHORIZED: ');
  expect(await authenticated.invoke('Subscribe', ['*'])).toHaveProperty('streamId');
  expect(await negotiate()).toEqual([401, 'UNAUTHORIZED']);
  expect(await connect()).toEqual([401, 'UNAUTHORIZED']);
  expect(await negotiate({ 'X-API-Key': apiToken })).toEqual([200, '']);
  expect(await negotiate({ Authorization: `Bearer ${apiToken}` })).toEqual([200, '']);
  expect(await negotiate({}, `&access_token=${apiToken}`)).toEqual([200, '']);
  expect(await connect(`access_token=${apiToken}`)).toBe('open');
  expect(await connect('', { Authorization: `Bearer ${apiToken}` })).toBe('open');

  await changeSettings({ apiToken: createToken() });
  expect(await connect(`access_token=${apiToken}`)).toEqual([401, 'UNAUTHORIZED']);
  expect((await authenticatedClosed)?.message).toContain('UNAUTHORIZED: ');
});

it('wrong tokens in negotiation and sockets count together', async () => {
  await changeSettings({ hubRequiresToken: true });
  for (let time = 0; time < 5; time += 1) {
    expect(await negotiate({ Authorization: 'Bearer wrong' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await connect('access_token=wrong')).toEqual([401, 'UNAUTHORIZED']);
  }
  expect(await connect('access_token=wrong')).toEqual([429, 'RATE_LIMITED']);
  expect(await negotiate({ Authorization: 'Bearer wrong' })).toEqual([429, 'RATE_LIMITED']);
  expect(await connect(`access_token=${settings.apiToken}`)).toBe('open');
});

it('a DNS name rebound to this machine opens no socket', async () => {
  const { port } = new URL(server.url);
  expect(await connect('', { Host: `rebound.example:${port}` })).toEqual([403, 'ORIGIN_FORBIDDEN']);
  expect(await connect('', { Host: `localhost:${port}` })).toBe('open');
});
