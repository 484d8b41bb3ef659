import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../../session/testing-client.ts';
import { readServiceCapabilities } from '../../session/session.ts';
import { createConnectionPreview, type ConnectionPreview } from './connection-validator.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';
import type { ServiceCapabilities } from '../../session/session.ts';

describe('a connection that is being dragged', () => {
  let test: TestClient;
  let client: SceneClient;
  let preview: ConnectionPreview;
  const detail = signal<GraphDetail>();
  const capabilities = signal<ServiceCapabilities>();

  const portId = (category: string, name: string): string =>
    detail.value?.nodes.find((node) => node.category === category)?.ports.find((port) => port.name === name)
      ?.id ?? '';

  beforeEach(async () => {
    test = await createTestClient();
    ({ client } = test);
    const { id } = await client.request('POST /api/graphs', { body: {} });
    const params = { graphId: id };
    const nodes = ['LogConsole', 'Add'].map((category) => ({ tempId: category, category }));
    await client.request('POST /api/graphs/{graphId}/build', { params, body: { nodes } });
    detail.value = await client.request('GET /api/graphs/{graphId}', { params });
    capabilities.value = await readServiceCapabilities(client);
    preview = createConnectionPreview({ session: { client, capabilities }, detail });
  });
  afterEach(async () => {
    await test.dispose();
  });

  it('marks the ports that the service accepts while it is dragged', async () => {
    const [accepted, rejected] = [portId('LogConsole', 'In'), portId('Add', 'A')];
    await preview.startDrag(portId('Start', 'Out'), [accepted, rejected, portId('OnNewFrame', 'Out')]);
    const verdicts = [accepted, rejected, portId('OnNewFrame', 'Out')].map(preview.getPortState);
    expect(verdicts.map(({ value }) => value)).toEqual(['fit', 'unfit', undefined]);
    preview.endDrag();
    expect(verdicts.map(({ value }) => value)).toEqual([undefined, undefined, undefined]);
  });

  it('ignores a response that arrives after the drop', async () => {
    const pending = preview.startDrag(portId('Start', 'Out'), [portId('LogConsole', 'In')]);
    preview.endDrag();
    await pending;
    expect(preview.getPortState(portId('LogConsole', 'In')).value).toBeUndefined();
  });

  it('shows the error of the service for an invalid target, and nothing for a valid one', async () => {
    expect(await preview.explainRejection(portId('Start', 'Out'), portId('Add', 'A'))).toContain('Trigger');
    expect(
      await preview.explainRejection(portId('LogConsole', 'In'), portId('Start', 'Out')),
    ).toBeUndefined();
  });

  it('marks no port when the service is unreachable', async () => {
    if (capabilities.value) capabilities.value = { ...capabilities.value, hasRoute: () => false };
    expect(await preview.validateConnections(portId('Start', 'Out'), [portId('LogConsole', 'In')])).toEqual(
      new Map(),
    );
  });
});
