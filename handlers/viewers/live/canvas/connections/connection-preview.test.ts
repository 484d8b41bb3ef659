import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type SceneClient } from '#spec/client/index.ts';
import {
  createTestService,
  testHosts,
  type TestHost,
  type TestService,
} from '../../../../testing-service.ts';
import { readServiceCapabilities } from '../../session/service-capabilities.ts';
import { createConnectionPreview, type ConnectionPreview } from './connection-preview.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';
import type { ServiceCapabilities } from '../../session/service-capabilities.ts';

describe('a connection that is being dragged', () => {
  let test: TestService;
  let host: TestHost;
  let client: SceneClient;
  let trial: ConnectionPreview;
  const detail = signal<GraphDetail>();
  const offer = signal<ServiceCapabilities>();

  const portId = (category: string, name: string): string =>
    detail.value?.nodes.find((node) => node.category === category)?.ports.find((port) => port.name === name)
      ?.id ?? '';

  beforeEach(async () => {
    test = await createTestService();
    const open = testHosts['Fetch host'];
    if (!open) throw new Error('There is no such host');
    host = await open(test.service);
    client = createClient({
      url: 'http://localhost',
      token: test.token,
      fetch: (url, init) => host.fetch(String(url).replace('http://localhost', ''), init),
    });
    const { id } = await client.request('POST /api/graphs', { body: {} });
    const params = { graphId: id };
    const nodes = ['LogConsole', 'Add'].map((category) => ({ tempId: category, category }));
    await client.request('POST /api/graphs/{graphId}/build', { params, body: { nodes } });
    detail.value = await client.request('GET /api/graphs/{graphId}', { params });
    offer.value = await readServiceCapabilities(client);
    trial = createConnectionPreview({ session: { client, capabilities: offer }, detail });
  });
  afterEach(async () => {
    await host.close();
    await test.dispose();
  });

  it('marks the ports that the service accepts while it is dragged', async () => {
    const [fit, unfit] = [portId('LogConsole', 'In'), portId('Add', 'A')];
    await trial.startDrag(portId('Start', 'Out'), [fit, unfit, portId('OnNewFrame', 'Out')]);
    const verdicts = [fit, unfit, portId('OnNewFrame', 'Out')].map(trial.getPortState);
    expect(verdicts.map(({ value }) => value)).toEqual(['fit', 'unfit', undefined]);
    trial.endDrag();
    expect(verdicts.map(({ value }) => value)).toEqual([undefined, undefined, undefined]);
  });

  it('ignores a response that arrives after the drop', async () => {
    const late = trial.startDrag(portId('Start', 'Out'), [portId('LogConsole', 'In')]);
    trial.endDrag();
    await late;
    expect(trial.getPortState(portId('LogConsole', 'In')).value).toBeUndefined();
  });

  it('shows the error of the service for an invalid target, and nothing for a valid one', async () => {
    expect(await trial.explainRejection(portId('Start', 'Out'), portId('Add', 'A'))).toContain('Trigger');
    expect(await trial.explainRejection(portId('LogConsole', 'In'), portId('Start', 'Out'))).toBeUndefined();
  });

  it('marks no port when the service is unreachable', async () => {
    if (offer.value) offer.value = { ...offer.value, hasRoute: () => false };
    expect(await trial.validateConnections(portId('Start', 'Out'), [portId('LogConsole', 'In')])).toEqual(
      new Map(),
    );
  });
});
