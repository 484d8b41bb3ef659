/** Tests the device stores against a separate service. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../../start-server.ts';
import { createToken, Settings } from '../../../../security/settings.ts';
import { settingsFileName, writeSettings } from '../../../../security/settings-file.ts';
import { createNotices } from '../../app/notice-store.ts';
import { createSession, type Session } from '../../session/session.ts';
import { createInputSimulator } from './input-simulator.ts';
import { createMidiDevices } from './midi-store.ts';
import { createProcessList } from './process-store.ts';
import { createStreamingPlatforms } from './streaming-store.ts';
import { createWebhookListeners } from './webhook-store.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { DeviceStoreOptions } from './recent-event-store.ts';

const apiToken = createToken();
let folder: string;
let server: RunningServer;
let session: Session;
let notices: Notices;
let deviceOptions: DeviceStoreOptions;

const findFreePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

const startTestServer = (port: number): Promise<RunningServer> =>
  startServer({
    ...{ version: '1.2.3', port, settingsFile: join(folder, settingsFileName) },
    ...{ project: join(folder, 'project'), runtime: 'embedded', fps: 60 },
    log: { info() {}, warn() {}, error() {} },
  });

const changeSettings = (settings: object): Promise<void> =>
  writeSettings(join(folder, settingsFileName), Settings.parse({ apiEnabled: true, apiToken, ...settings }));

const listNotices = (): string[] => notices.list.value.map(({ text }) => text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-devices-'));
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project', 'project.json'), '{"format":1}');
  await changeSettings({ allowedPrograms: [dirname(process.execPath)] });
  server = await startTestServer(0);
  session = createSession({ url: server.url, token: apiToken }, 'Live page 3f2a');
  await session.start();
  notices = createNotices();
  deviceOptions = { session, notices, nextFrame: (work) => work() };
});

afterEach(async () => {
  await session.hub.value?.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('webhooks', () => {
  it('adds and removes listeners, and shows their requests', async () => {
    const { listeners, recentEvents, listen, unlisten } = createWebhookListeners(deviceOptions);
    await listen({ path: 'orders', methods: ['PUT'] });
    const [listener] = listeners.value.value!;
    expect(listener).toMatchObject({ path: '/orders', methods: ['PUT'], isProtected: false });
    const send = () => fetch(listener!.url!, { method: 'PUT', body: 'seventeen' });
    await expect
      .poll(async () => {
        await send();
        return recentEvents.value[0]?.data;
      })
      .toMatchObject({ method: 'PUT', path: '/orders', body: 'seventeen' });
    await unlisten(listener!);
    expect(listeners.value.value).toEqual([]);
    expect(listNotices()).toEqual([]);
  });

  it('sends tests through the service, and shows its error where that is not allowed', async () => {
    const { listeners, listen, test } = createWebhookListeners(deviceOptions);
    await listen({ path: 'orders', secret: 'known to few' });
    const [listener] = listeners.value.value!;
    await test(listener!);
    expect(listNotices()[0]).toMatch(
      /^The host '127\.0\.0\.1:\d+' is not among 'allowedHosts' of the settings/,
    );
  });

  it('sends tests with the secret set on this page', async () => {
    const port = await findFreePort();
    await changeSettings({ webhooks: { port }, allowedHosts: [`127.0.0.1:${port}`] });
    await server.close();
    server = await startTestServer(Number(new URL(server.url).port));
    const { listeners, listen, test } = createWebhookListeners(deviceOptions);
    await listen({ path: 'orders', secret: 'known to few' });
    const [listener] = listeners.value.value!;
    await test(listener!);
    expect(listNotices()).toEqual(['/orders responded with 202.']);
  });
});

describe('MIDI', () => {
  it('sends messages in order and receives them, until a panic', async () => {
    const { devices, subscriptions, recentEvents, activeNotes, send, panic } =
      createMidiDevices(deviceOptions);
    await devices.refresh();
    await subscriptions.subscribe('Loopback');
    await expect
      .poll(async () => {
        await send({ message: 'noteOn', data1: 60, data2: 100 });
        return activeNotes.value.has(60);
      })
      .toBe(true);
    await Promise.all([
      send({ message: 'noteOn', data1: 64, data2: 100 }),
      send({ message: 'noteOff', data1: 64 }),
      send({ message: 'controlChange', data1: 7, data2: 99 }),
    ]);
    await expect.poll(() => recentEvents.value[0]?.data).toMatchObject({ controller: 7, value: 99 });
    expect(recentEvents.value.slice(1, 3).map(({ data }) => data.message)).toEqual(['noteOff', 'noteOn']);
    expect([...activeNotes.value]).toEqual([60]);
    await panic();
    await expect.poll(() => [...activeNotes.value]).toEqual([]);
    await subscriptions.unsubscribe('Loopback');
    expect(subscriptions.idsByDevice.value.size).toBe(0);
    expect(listNotices()).toEqual([]);
  });

  it('subscribes again after the service was away', async () => {
    const { devices, subscriptions, recentEvents, send } = createMidiDevices(deviceOptions);
    await devices.refresh();
    await subscriptions.subscribe('Loopback');
    const port = Number(new URL(server.url).port);
    await server.close();
    server = await startTestServer(port);
    await expect.poll(() => session.reconnectCount.value).toBe(1);
    await expect
      .poll(async () => {
        await send({ message: 'noteOn', data1: 72, data2: 1 });
        return recentEvents.value[0]?.data.note;
      })
      .toBe(72);
  });
});

describe('streaming', () => {
  it('shows when an event has no subscriber, and delivers it to subscribers', async () => {
    const { platforms, selectedPlatform, recentEvents, selectPlatform, subscribe, unsubscribe, simulate } =
      createStreamingPlatforms(deviceOptions);
    await platforms.refresh();
    selectPlatform('tiktok');
    const simulated = { user: 'Ada', message: '', amount: 3 };
    await simulate('like', simulated);
    expect(listNotices()).toEqual(['There is no subscription to like of TikTok, so no event was sent.']);
    await subscribe();
    const [subscription] = selectedPlatform.value!.subscriptions;
    await expect
      .poll(async () => {
        await simulate('like', simulated);
        return recentEvents.value[0]?.data;
      })
      .toMatchObject({ platform: 'tiktok', kind: 'like', user: 'Ada', amount: 3, simulated: true });
    await unsubscribe(subscription!.subscriptionId);
    expect(selectedPlatform.value!.subscriptions).toEqual([]);
  });
});

describe('processes', () => {
  it('lists processes as they start and end, and shows the error of the service', async () => {
    const { list, start: startProcess, stop } = createProcessList(deviceOptions);
    await startProcess('/nowhere/at-all', []);
    expect(listNotices()).toHaveLength(1);
    expect(listNotices()[0]).toContain('allowedPrograms');
    await startProcess(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await expect.poll(() => list.value.value?.[0]?.state).toBe('loaded');
    await stop(list.value.value![0]!.processId);
    await expect.poll(() => list.value.value?.[0]?.state).toBe('exited');
  });
});

describe('input', () => {
  it('holds and moves in the order of the calls, until released', async () => {
    const { names, state, pressKey, pressButton, moveAxis, triggerAction, release } =
      createInputSimulator(deviceOptions);
    await names.refresh();
    expect(names.value.value?.keys).toContain('Space');
    expect(names.value.value?.actions).toContain('Jump');
    await Promise.all([
      pressKey('A', 'down'),
      pressKey('A', 'up'),
      pressKey('Space', 'down'),
      pressButton('Right', 'down'),
      moveAxis('Vertical', -0.5),
      triggerAction('Dance', 0.25),
    ]);
    expect(state.value.value).toMatchObject({
      ...{ keys: ['Space'], buttons: ['Right'], axes: { Vertical: -0.5 } },
      actions: { Jump: 1, Dance: 0.25 },
    });
    await release();
    expect(state.value.value).toMatchObject({ keys: [], buttons: [], axes: { Vertical: 0 }, actions: {} });
    expect(listNotices()).toEqual([]);
  });
});
