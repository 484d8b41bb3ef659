import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, createTestService, testHosts, type TestService } from '../testing-service.ts';
import { createSecurity } from './security.ts';
import { createToken } from './settings.ts';
import {
  openSettings,
  readSettings,
  createSettingsFileStore,
  settingsFileName,
  writeSettings,
} from './settings-file.ts';

const free = [
  '/api/health',
  '/api/toc',
  '/api/schemas/layer1',
  '/api/schemas/catalog',
  '/api/actions/schema',
  '/llms.txt',
  '/openapi.json',
];
const gatedPaths = ['/api', '/api/types', '/api/errors', '/api/graphs', '/api/console', '/api/events/types'];

const open = testHosts['Fetch host']!;

describe('tiers', () => {
  let test: TestService;
  afterEach(() => test.dispose());

  it.each(free)('%s works without a token, also while the API is off', async (path) => {
    for (const apiEnabled of [true, false]) {
      test = await createTestService({ settings: { apiEnabled } });
      const host = await open(test.service);
      expect((await host.fetch(path)).status).toBe(200);
    }
  });

  it.each(gatedPaths)('%s returns 403 API_DISABLED while the API is off, token or not', async (path) => {
    test = await createTestService({ settings: { apiEnabled: false } });
    const call = createTestClient(await open(test.service), test.token);
    expect(await call('GET', path)).toMatchObject({ status: 403, body: { error: { code: 'API_DISABLED' } } });
  });

  it('shows the location of the token to a local caller without one', async () => {
    test = await createTestService();
    const host = await open(test.service);
    const health = (await (await host.fetch('/api/health')).json()) as Record<string, unknown>;
    expect(health).toMatchObject({
      authenticated: false,
      auth: { required: true, header: 'X-API-Key', tokenFile: join(test.folder, 'settings.json') },
    });
    const call = createTestClient(host, test.token);
    const healthBody = (await call<Record<string, unknown>>('GET', '/api/health')).body;
    expect(healthBody).toMatchObject({
      status: 'ok',
      authenticated: true,
      apiVersion: '1.2.3',
      projectName: 'project',
    });
    expect(healthBody).not.toHaveProperty('auth');
  });

  it('rejects more than ten wrong tokens a minute with Retry-After, and still accepts the right one', async () => {
    test = await createTestService();
    const host = await open(test.service);
    const callWithWrongToken = createTestClient(host, 'wrong');
    for (let i = 0; i < 10; i += 1) expect((await callWithWrongToken('GET', '/api')).status).toBe(401);
    const rejected = await callWithWrongToken('GET', '/api');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await createTestClient(host, test.token)('GET', '/api')).status).toBe(200);
  });

  it('rejects a host name of another machine', async () => {
    test = await createTestService();
    const response = await test.service.dispatch({
      method: 'GET',
      path: '/api/health',
      query: '',
      token: undefined,
      authorization: undefined,
      origin: undefined,
      host: 'rebound.example.com:7180',
      contentType: undefined,
      accept: undefined,
      ifMatch: undefined,
      preflight: undefined,
      address: '127.0.0.1',
      isLoopback: true,
      body: undefined,
    });
    expect(response).toMatchObject({ status: 403, body: { error: { code: 'ORIGIN_FORBIDDEN' } } });
  });
});

describe('blocked node types', () => {
  it('a new graph lacks its default nodes if they are blocked', async () => {
    const test = await createTestService();
    const call = createTestClient(await open(test.service), test.token);
    const { settings } = test.service.security;
    test.service.security.applySettings({ ...settings, blockedNodeTypes: ['Start'] });
    const { status, body } = await call<{ nodes: { category: string }[] }>('POST', '/api/graphs', {});
    expect([status, body.nodes.map(({ category }) => category)]).toEqual([201, ['OnNewFrame']]);
    await test.dispose();
  });

  it('are hidden, also by category, and cannot be added; existing graphs keep them', async () => {
    const test = await createTestService();
    const call = createTestClient(await open(test.service), test.token);
    const { id } = (await call<{ id: string }>('POST', '/api/graphs', {})).body;
    await call('POST', `/api/graphs/${id}/nodes`, { category: 'Divide' });
    const settings = test.service.security.settings;
    test.service.security.applySettings({
      ...settings,
      blockedNodeTypes: ['divide'],
      blockedCategories: ['COLOR'],
    });

    const values = (await call<string[]>('GET', '/api/node-types/enum-values')).body;
    expect(values).toContain('Multiply');
    expect(values).not.toContain('Divide');
    expect(values).not.toContain('MakeColor');
    expect((await call('GET', '/api/node-types/color')).status).toBe(404);
    expect((await call('GET', '/api/node-types/math/divide')).status).toBe(404);
    expect((await call('GET', '/api/node-types/search?q=divide&include=enumValue')).body).not.toContainEqual({
      enumValue: 'Divide',
    });
    const math = (await call<{ count: number; nodes: unknown[] }>('GET', '/api/node-types/math')).body;
    expect(math.count).toBe(math.nodes.length);
    expect((await call<{ NodeCategories: string[] }>('GET', '/api/types')).body.NodeCategories).not.toContain(
      'Color',
    );
    expect((await call('POST', `/api/graphs/${id}/nodes`, { category: 'Divide' })).status).toBe(404);
    expect((await call('POST', `/api/graphs/${id}/duplicate`)).body).toMatchObject({ nodeCount: 3 });
    await test.dispose();
  });
});

describe('the settings file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scene-runtime-settings-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is created with a token of 32 random bytes that only the user can read', async () => {
    const file = join(folder, 'deep', settingsFileName);
    const { apiToken } = await openSettings(file, { apiEnabled: true });
    expect(Buffer.from(apiToken, 'base64url')).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await openSettings(file, { apiEnabled: true })).toMatchObject({ apiToken });
  });

  it('leaves the API off if the file does not enable it', async () => {
    const file = join(folder, settingsFileName);
    await writeFile(file, JSON.stringify({ apiToken: 'x'.repeat(43) }));
    expect(await readSettings(file)).toMatchObject({ apiEnabled: false });
  });

  it('keeps unknown entries', async () => {
    const file = join(folder, settingsFileName);
    await writeFile(file, JSON.stringify({ apiToken: 'x'.repeat(43), theme: 'dark' }));
    await writeSettings(file, (await readSettings(file))!);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ theme: 'dark' });
  });

  it('gets a token if it has none, keeps everything else, and is for its owner only', async () => {
    const file = join(folder, settingsFileName);
    await writeFile(file, '{"apiEnabled":true,"futureSetting":{"kept":[1]}}', { mode: 0o644 });
    const { apiToken } = await openSettings(file, { apiEnabled: false });
    expect(apiToken).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      apiEnabled: true,
      futureSetting: { kept: [1] },
      apiToken,
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual([settingsFileName]);
  });

  it.each(['{"apiEnabled":"yes"}', '{"apiToken":""}', '{"apiToken":null}', '[]', 'null', '{'])(
    'is not changed when it is unusable: %s',
    async (text) => {
      const file = join(folder, settingsFileName);
      await writeFile(file, text);
      await expect(openSettings(file, { apiEnabled: true })).rejects.toThrow('cannot be used');
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  it.each(['', '{', '{"apiToken": "short"}'])(
    'is rejected with a one-line message when it contains %j',
    async (text) => {
      const file = join(folder, settingsFileName);
      await writeFile(file, text);
      await expect(openSettings(file, { apiEnabled: true })).rejects.toThrow(
        /^the settings file '.*' cannot be used: [^\n]+$/,
      );
    },
  );
});

describe('a rotated token', () => {
  let folder: string;
  let time = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scene-runtime-token-'));
    time = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = async () => {
    const file = join(folder, settingsFileName);
    const settings = await openSettings(file, { apiEnabled: true });
    return {
      file,
      old: settings.apiToken,
      security: createSecurity(settings, createSettingsFileStore(file), () => time),
    };
  };

  it('is in the settings file, and the old one is accepted for another minute', async () => {
    const { file, old, security } = await open();
    await security.rotateToken();
    const { apiToken, apiEnabled } = (await readSettings(file))!;
    expect(apiToken).not.toBe(old);
    expect(apiEnabled).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect([old, apiToken, createToken()].map(security.isToken)).toEqual([true, true, false]);
    time = 59_999;
    expect(security.isToken(old)).toBe(true);
    time = 60_000;
    expect([old, apiToken].map(security.isToken)).toEqual([false, true]);
  });

  it('takes effect on connections that were checked before', async () => {
    const { file, old, security } = await open();
    const isAccepted = security.createTokenCheck(old);
    expect(isAccepted()).toBe(true);
    await security.rotateToken();
    const isNewAccepted = security.createTokenCheck((await readSettings(file))!.apiToken);
    expect([isAccepted(), isNewAccepted()]).toEqual([true, true]);
    time = 60_000;
    expect([isAccepted(), isNewAccepted()]).toEqual([false, true]);
    security.applySettings({ ...(await readSettings(file))!, apiToken: old });
    expect([isAccepted(), isNewAccepted()]).toEqual([true, false]);
  });

  it('keeps other changes to the file', async () => {
    const { file, security } = await open();
    await writeSettings(file, { ...(await readSettings(file))!, blockedCategories: ['Math'] });
    await security.rotateToken();
    expect(await readSettings(file)).toMatchObject({ blockedCategories: ['Math'] });
  });

  it('keeps its grace period when the file is read again, and loses it when the token is edited', async () => {
    const { file, old, security } = await open();
    await security.rotateToken();
    security.applySettings((await readSettings(file))!);
    expect(security.isToken(old)).toBe(true);
    security.applySettings({ ...(await readSettings(file))!, apiToken: createToken() });
    expect(security.isToken(old)).toBe(false);
  });

  it.each(Object.entries(testHosts))('can be requested over the %s with the old one', async (_, openHost) => {
    const test = await createTestService();
    const host = await openHost(test.service);
    const authorizedCall = createTestClient(host, test.token);
    expect(await authorizedCall('POST', '/api/security/token/rotate')).toMatchObject({
      status: 200,
      body: { tokenFile: join(test.folder, 'settings.json'), graceSeconds: 60 },
    });
    const { apiToken } = (await readSettings(join(test.folder, 'settings.json')))!;
    expect((await createTestClient(host, apiToken)('GET', '/api/graphs')).status).toBe(200);
    expect((await authorizedCall('GET', '/api/graphs')).status).toBe(200);
    await host.close();
    await test.dispose();
  });
});
