/** Tests the devices of a service whose runtime has none. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDevicesToLink } from './link-with-devices.ts';
import { createToken, Settings } from './security/settings.ts';
import { createScriptedRuntime } from './testing-scripted-runtime.ts';
import { createTestClient, createTestService, testHosts } from './testing-service.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { TestClient, TestHost, TestService } from './testing-service.ts';

let runtime: ReturnType<typeof createScriptedRuntime>;
let link: ReturnType<typeof addDevicesToLink>;
let test: TestService;
let host: TestHost;
let call: TestClient;
let events: RaisedEvent[];

beforeEach(async () => {
  runtime = createScriptedRuntime();
  const settings = Settings.parse({ apiToken: createToken(), webhooks: { port: 0 } });
  link = addDevicesToLink(runtime.link, () => settings);
  test = await createTestService({ link });
  host = await testHosts['Fetch host']!(test.service);
  call = createTestClient(host, test.token);
  events = [];
  test.service.bus.subscribe((batch) => events.push(...batch));
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await host.close();
  await test.dispose();
  await link.closeDevices();
});

const can = { nodeTypes: [], actions: ['log.console'], events: ['console.log'] };

const act = (action: string, parameters: object = {}) =>
  call<{ result: Record<string, unknown>; tick: number; seq: number }>(
    'POST',
    `/api/actions/${action.replace('.', '/')}`,
    parameters,
  );

const respondAtTick = (tick: number): void =>
  runtime.respondWith(({ method }) =>
    method === 'variables.delete' ? { result: { tick, seq: 3 } } : undefined,
  );

describe('a service whose runtime has no devices', () => {
  beforeEach(() => runtime.connect({ can }));

  it('lists the actions, event kinds and MIDI devices of its own devices', async () => {
    const { body } = await call<{ categories: { name: string; actions: object[] }[] }>(
      'GET',
      '/api/actions/schema',
    );
    expect(body.categories.map(({ name, actions }) => [name, actions.length])).toEqual([
      ...[
        ['log', 2],
        ['midi', 5],
        ['process', 4],
        ['webhook', 4],
        ['streaming', 6],
        ['project', 4],
      ],
    ]);
    const types = await call<{ channels: object }>('GET', '/api/events/types');
    expect(Object.keys(types.body.channels)).toEqual(
      expect.arrayContaining(['midi.input', 'process', 'streaming.event', 'webhook.received']),
    );
    const devices = await call<{ items: { name: string }[] }>('GET', '/api/discovery/midi-devices');
    expect(devices.body.items.map(({ name }) => name)).toContain('Loopback');
  });

  it('carries out the actions, with the ticks of the runtime in results and events', async () => {
    respondAtTick(41);
    expect(await act('midi.subscribe', { device: 'Loopback' })).toMatchObject({
      status: 200,
      body: { result: { subscriptionId: expect.any(String) }, tick: 41, seq: 3 },
    });
    respondAtTick(42);
    const sent = { device: 'Loopback', message: 'noteOn', channel: 1, data1: 60, data2: 100 };
    expect(await act('midi.send', sent)).toMatchObject({
      status: 200,
      body: { result: { sent: true }, tick: 42 },
    });
    expect(events.at(-1)).toMatchObject({ type: 'midi.input', tick: 42, data: { device: 'Loopback' } });
    expect(await act('midi.send', { ...sent, device: 'Nothing' })).toMatchObject({ status: 422 });
  });

  it('offers these actions to clients, but not to graphs, which the runtime runs', async () => {
    await runtime.reconnect({ can: { ...can, nodeTypes: ['RunAction'], actions: ['log.console'] } });
    const { body: graph } = await call<{ id: string }>('POST', '/api/graphs', { name: 'Devices' });
    const nodes = `/api/graphs/${graph.id}/nodes`;
    const { body: node } = await call<{ id: string }>('POST', nodes, { category: 'RunAction' });
    const { body } = await call('GET', `/api/ports/${node.id}.in.Action/options`);
    expect(JSON.stringify(body)).toContain('log.console');
    expect(JSON.stringify(body)).not.toContain('midi.send');
  });

  it('receives webhooks', async () => {
    const { body } = await act('webhook.listen', { path: 'orders' });
    const response = await fetch(String(body.result.url), { method: 'POST', body: '{"number":7}' });
    expect(response.status).toBe(202);
    await expect
      .poll(() => events.at(-1))
      .toMatchObject({ type: 'webhook.received', data: { path: '/orders' } });
  });

  it('starts no program that the settings do not allow', async () => {
    expect(await act('process.start', { path: '/bin/true' })).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('allowedPrograms') } },
    });
  });
});

it('a runtime with devices carries out the actions that it offers, and the service the others', async () => {
  const received: unknown[] = [];
  runtime.respondWith(({ method, params }) => {
    if (method !== 'action.run') return undefined;
    received.push(params.action);
    return { result: { tick: 1, seq: 1, result: { inputs: [], outputs: [] } } };
  });
  await runtime.connect({ can: { ...can, actions: ['midi.devices'] } });
  expect((await act('midi.devices')).body.result).toEqual({ inputs: [], outputs: [] });
  expect((await act('process.list')).body.result).toEqual({ processes: [] });
  expect(received).toEqual(['midi.devices']);
});

const consoleLine = {
  ...{ id: '1', timestamp: '2026-01-02T03:04:05.000Z', severity: 'log', contextType: 'none' },
  message: 'Hello',
};

it('gives events the ticks of a runtime that was started again, not those of the one before', async () => {
  await runtime.connect({ can });
  const sendLine = (tick: number) =>
    runtime.notify('events', {
      number: 1,
      events: [{ type: 'console.log', tick, time: tick / 60, data: consoleLine }],
    });
  sendLine(900);
  await expect.poll(() => events.at(-1)?.tick).toBe(900);
  await runtime.reconnect({ can, instance: 'two' });
  respondAtTick(4);
  const { body } = await act('webhook.listen', { path: 'orders' });
  await fetch(String(body.result.url), { method: 'POST', body: '{}' });
  await expect.poll(() => events.at(-1)).toMatchObject({ type: 'webhook.received', tick: 4, time: 0 });
});

it('without a runtime, the service carries out nothing', async () => {
  expect(await act('process.list')).toMatchObject({
    status: 503,
    body: { error: { code: 'RUNTIME_NOT_CONNECTED' } },
  });
});
