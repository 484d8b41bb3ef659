/** Tests a complete service in LAN mode, in which this machine is allowed by its loopback addresses. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { settingsFileName, writeSettings } from '../security/settings-file.ts';
import { createToken, Settings } from '../security/settings.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { getIdentityFiles, type MachineNames } from './tls-identity.ts';

let folder: string;
let settingsFile: string;
let settings: Settings;
let machineNames: MachineNames;
let server: RunningServer;
let logged: { details: object; message: string }[];

const startTestServer = (): Promise<RunningServer> =>
  startServer({
    ...{ version: '1.2.3', port: 0, settingsFile, runtime: 'none', fps: 60 },
    log: {
      info() {},
      warn: (details, message) => void logged.push({ details, message }),
      error: (details) => expect.unreachable(JSON.stringify(details)),
    },
    overrides: { lan: { getMachineNames: () => machineNames } },
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-lan-'));
  settingsFile = join(folder, settingsFileName);
  machineNames = {
    names: ['localhost', 'stage', 'stage.example'],
    addresses: ['127.0.0.1', '::1', '192.168.1.20'],
  };
  logged = [];
  const lan = { enabled: true, port: 0, allow: ['127.0.0.0/8', '::1'], names: [] };
  settings = Settings.parse({ apiEnabled: true, apiToken: createToken(), lan });
  await writeSettings(settingsFile, settings);
  server = await startTestServer();
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly from?: string;
  readonly host?: string;
}

const sendRequest = (
  path: string,
  { method = 'GET', headers = {}, body, from: localAddress, host = '127.0.0.1' }: RequestOptions = {},
): Promise<{ status: number; text: string; fingerprint: string | undefined }> =>
  new Promise((resolve, reject) => {
    const options = { host, port: server.lan!.port, path, method, headers, agent: false } as const;
    const sent = request({ ...options, rejectUnauthorized: false, ...(localAddress && { localAddress }) });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const { fingerprint256: fingerprint } =
        (response.socket as import('node:tls').TLSSocket).getPeerX509Certificate() ?? {};
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text, fingerprint });
    });
    sent.end(body);
  });

const getTokenHeader = (): Record<string, string> => ({ 'X-API-Key': settings.apiToken });

const getErrorCode = ({ status, text }: { status: number; text: string }): unknown => [
  status,
  text === '' ? '' : JSON.parse(text).error?.code,
];

/** Writes the settings as an operator would, and waits until they take effect. */
const changeLanSettings = async (lan: Partial<Settings['lan']>): Promise<void> => {
  settings = { ...settings, lan: { ...settings.lan, ...lan } };
  await writeSettings(settingsFile, settings);
  await vi.waitFor(() => expect(server.service.security.settings).toEqual(settings));
};

describe('LAN mode', () => {
  it('serves the same as loopback, over IPv4 and IPv6, and needs the token', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      expect((await sendRequest('/api/health', { host })).status).toBe(200);
      expect(getErrorCode(await sendRequest('/api/types', { host }))).toEqual([401, 'UNAUTHORIZED']);
      expect((await sendRequest('/api/types', { host, headers: getTokenHeader() })).status).toBe(200);
    }
    const operations = [{ method: 'GET', path: '/api/types' }];
    const batch = await sendRequest('/api/batch', {
      method: 'POST',
      headers: { ...getTokenHeader(), Host: 'stage', 'Content-Type': 'application/json' },
      body: JSON.stringify({ operations }),
    });
    expect(JSON.parse(batch.text)).toMatchObject({ succeeded: 1 });
    expect((await sendRequest('/llms', { headers: { Accept: 'text/html' } })).text).toContain('</html>');
    expect(getErrorCode(await sendRequest('/llms', { headers: { Host: 'rebound.example' } }))).toEqual([
      403,
      'ORIGIN_FORBIDDEN',
    ]);
  });

  it.each([
    ['stage', 200],
    ['STAGE.example:7181', 200],
    ['192.168.1.20:7181', 200],
    ['[::1]:7181', 200],
    ['[0:0:0:0:0:0:0:1]:7181', 200],
    ['localhost', 200],
    ['192.168.1.21', 403],
    ['rebound.example', 403],
    ['stage.example.com', 403],
    ['stage@rebound.example', 400],
    [':7181', 403],
  ])('accepts the names of the certificate: Host %j is %i', async (Host, status) => {
    expect((await sendRequest('/api/health', { headers: { Host } })).status).toBe(status);
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.end(`GET /api/health HTTP/1.1\r\nHost: ${Host}\r\nConnection: close\r\n\r\n`);
      socket.once('data', (chunk) => resolve(chunk.toString()));
    });
    const isLocal = /^(localhost|\[::1\])/.test(Host);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${isLocal ? 200 : status === 400 ? 400 : 403}`));
  });

  it('returns the address of the hub as it was reached', async () => {
    const headers = { ...getTokenHeader(), Host: 'stage:7181' };
    expect((await sendRequest('/api/events/types', { headers })).text).toContain('"protocol":"wss"');
    expect((await sendRequest('/', { headers: { Host: 'stage:7181', Accept: 'text/html' } })).text).toContain(
      'wss://stage:7181/api/events',
    );
  });

  it('accepts loopback origins only', async () => {
    const response = await sendRequest('/api/health', { headers: { Origin: 'https://192.168.1.20:7181' } });
    expect(getErrorCode(response)).toEqual([403, 'ORIGIN_FORBIDDEN']);
    expect((await sendRequest('/api/health', { headers: { Origin: 'http://localhost:3000' } })).status).toBe(
      200,
    );
  });

  it('rejects hub clients without the token, also in negotiation', async () => {
    const negotiation = '/api/events/negotiate?negotiateVersion=1';
    expect(getErrorCode(await sendRequest(negotiation, { method: 'POST' }))).toEqual([401, 'UNAUTHORIZED']);
    expect((await sendRequest(negotiation, { method: 'POST', headers: getTokenHeader() })).status).toBe(200);
    expect(await openSocket('/api/events')).toBe(401);
    expect(await openSocket(`/api/events?access_token=${settings.apiToken}x`)).toBe(401);
    expect(await openSocket(`/api/events?access_token=${settings.apiToken}`)).toBe('open');
  });

  it('accepts no upgrade except the hub: local-only services are not available', async () => {
    expect(await openSocket('/runtime')).toBe(404);
    expect(await openSocket(`/runtime?access_token=${settings.apiToken}`)).toBe(404);
  });

  it('uses the address of the connection, whatever a header says', async () => {
    await changeLanSettings({ allow: ['127.0.0.1'] });
    const headers = { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1' };
    await expect(sendRequest('/api/health', { from: '127.0.0.2', headers })).rejects.toThrow('ECONNRESET');
    expect((await sendRequest('/api/health', { headers: { 'X-Forwarded-For': '10.0.0.9' } })).status).toBe(
      200,
    );
  });

  it('stops checking tokens of an address after too many wrong ones, even the right one', async () => {
    const invalidToken = { headers: { 'X-API-Key': 'wrong' } };
    for (let times = 0; times < 5; times += 1) {
      expect(getErrorCode(await sendRequest('/api/types', invalidToken))).toEqual([401, 'UNAUTHORIZED']);
      // The health response would reveal whether the token is right.
      expect((await sendRequest('/api/health', invalidToken)).status).toBe(200);
    }
    expect(getErrorCode(await sendRequest('/api/types', { headers: getTokenHeader() }))).toEqual([
      429,
      'RATE_LIMITED',
    ]);
    expect(JSON.parse((await sendRequest('/api/health', { headers: getTokenHeader() })).text)).toMatchObject({
      authenticated: false,
    });
    expect(await openSocket(`/api/events?access_token=${settings.apiToken}`)).toBe(429);
    expect((await sendRequest('/api/types', { headers: getTokenHeader(), from: '127.0.0.9' })).status).toBe(
      200,
    );
    expect((await fetch(`${server.url}/api/types`, { headers: getTokenHeader() })).status).toBe(200);
  });

  it('stops checking tokens of unknown addresses when many addresses send wrong ones', async () => {
    expect((await sendRequest('/api/types', { headers: getTokenHeader(), from: '127.0.1.1' })).status).toBe(
      200,
    );
    for (let host = 1; host <= 20; host += 1) {
      const invalidToken = { headers: { 'X-API-Key': 'wrong' }, from: `127.0.2.${host}` };
      for (let times = 0; times < 5; times += 1) await sendRequest('/api/types', invalidToken);
    }
    const response = await sendRequest('/api/types', { headers: getTokenHeader(), from: '127.0.3.1' });
    expect(getErrorCode(response)).toEqual([429, 'RATE_LIMITED']);
    expect((await sendRequest('/api/types', { headers: getTokenHeader(), from: '127.0.1.1' })).status).toBe(
      200,
    );
  });

  it('ends connections when their entry is removed, and accepts none when it is switched off', async () => {
    const socket = await getOpenOutcome(`/api/events?access_token=${settings.apiToken}`);
    const closed = once(socket, 'close');
    await changeLanSettings({ allow: ['10.0.0.1'] });
    await closed;
    await expect(sendRequest('/api/health')).rejects.toThrow('ECONNRESET');
    await changeLanSettings({ allow: ['127.0.0.1'] });
    expect((await sendRequest('/api/health')).status).toBe(200);
    await changeLanSettings({ enabled: false });
    await expect(sendRequest('/api/health')).rejects.toThrow('ECONNRESET');
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });

  it('does not affect loopback while other clients start handshakes without finishing them', async () => {
    const silentSockets = Array.from({ length: 200 }, (_, index) => {
      const localAddress = `127.0.4.${1 + (index % 20)}`;
      return connect({ port: server.lan!.port, host: '127.0.0.1', localAddress }).on('error', () => {});
    });
    await Promise.all(silentSockets.map((socket) => once(socket, 'connect').catch(() => {})));
    await vi.waitFor(() => expect(silentSockets.filter(({ closed }) => !closed)).toHaveLength(128));
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    await expect(sendRequest('/api/health')).rejects.toThrow('ECONNRESET');
    for (const socket of silentSockets) socket.destroy();
    await vi.waitFor(async () => expect((await sendRequest('/api/health')).status).toBe(200));
  });

  it('uses a new certificate, and logs it, when the machine has a new address', async () => {
    const before = server.lan!.identity.fingerprint;
    await server.lan!.renewCertificate();
    expect((await sendRequest('/api/health')).fingerprint).toBe(before);
    expect(logged).toEqual([]);
    machineNames = { ...machineNames, addresses: [...machineNames.addresses, '10.1.2.3'] };
    await server.lan!.renewCertificate();
    const { fingerprint } = await sendRequest('/api/health', { headers: { Host: '10.1.2.3' } });
    expect(fingerprint).not.toBe(before);
    expect(logged).toEqual([
      { details: { fingerprint }, message: expect.stringContaining('new certificate') as string },
    ]);
  });

  it('is described to callers on this machine', async () => {
    const response = await fetch(`${server.url}/api/security/network`, { headers: getTokenHeader() });
    const { port, identity } = server.lan!;
    expect(await response.json()).toEqual({
      loopback: { url: server.url, eventsUrl: server.eventsUrl, port: Number(new URL(server.url).port) },
      lan: {
        urls: [`https://192.168.1.20:${port}`],
        port,
        fingerprint: identity.fingerprint,
        validFrom: identity.validFrom.toISOString(),
        validUntil: identity.validUntil.toISOString(),
        names: machineNames.names,
        addresses: machineNames.addresses,
        allow: ['127.0.0.0/8', '::1'],
      },
    });
    expect((await fetch(`${server.url}/api/security/network`)).status).toBe(401);
  });
});

describe('startup', () => {
  it('leaves nothing behind when the port is in use or the key is damaged', async () => {
    const { port } = server.lan!;
    settings = { ...settings, lan: { ...settings.lan, port } };
    await writeSettings(settingsFile, settings);
    await expect(startTestServer()).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    await writeFile(getIdentityFiles(settingsFile).keyFile, 'damaged');
    await expect(startTestServer()).rejects.toThrow('lan-key.pem');
  });
});

const getOpenOutcome = async (path: string): Promise<WebSocket> => {
  const socket = new WebSocket(`wss://127.0.0.1:${server.lan!.port}${path}`, { rejectUnauthorized: false });
  await once(socket, 'open');
  return socket;
};

/** Returns the outcome of opening a WebSocket: 'open', or the status of the response that rejected it. */
const openSocket = (path: string): Promise<unknown> => {
  const socket = new WebSocket(`wss://127.0.0.1:${server.lan!.port}${path}`, { rejectUnauthorized: false });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.once('unexpected-response', (sent, { statusCode }) => {
      resolve(statusCode);
      sent.destroy();
    });
  });
};
