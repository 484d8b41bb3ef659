import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';

interface GraphFacts {
  revision: number;
  nodeCount: number;
}
interface BuildError {
  list: string;
  index: number;
  code: string;
  message: string;
  details?: Record<string, unknown>;
}
interface ErrorEnvelope {
  error: { code: string; message: string; details: { list: string; index: number; errors: BuildError[] } };
}

describeOnEveryHost('a build', (host) => {
  const { call, createGraph } = host;

  it('creates nodes with expanded and disabled ports, and connects sub-ports', async () => {
    const graph = await createGraph();
    const build = (flags: object, to = 'scale/Scale.X') =>
      call<ErrorEnvelope & { nodes: { ports: { name: string; isExpanded?: true; isDisabled?: true }[] }[] }>(
        'POST',
        `/api/graphs/${graph.id}/build`,
        {
          nodes: [
            { tempId: 'add', category: 'Add' },
            { tempId: 'scale', category: 'SetScale', ...flags },
          ],
          connections: [{ from: 'add/Result', to }],
        },
      );
    const { status, body } = await build({ expanded: ['in.Scale'], disabled: ['out.Out'] });
    expect(status).toBe(200);
    const [, { ports = [] } = {}] = body.nodes;
    expect(ports.filter(({ isExpanded }) => isExpanded).map(({ name }) => name)).toEqual(['Scale']);
    expect(ports.filter(({ isDisabled }) => isDisabled).map(({ name }) => name)).toEqual(['Out']);
    const messages = [
      [{ expanded: ['Scale'] }, "'expanded' contains 'Scale'; expected in.<PortName>"],
      [{ expanded: ['out.Scale'] }, "no output port 'Scale'"],
      [{ expanded: ['in.Object'] }, "'expanded' contains 'in.Object', which is of type ObjectSelector"],
      [{ disabled: ['in.Scale'] }, 'only Trigger ports can be disabled'],
    ] as const;
    for (const [flags, message] of messages)
      expect((await build(flags)).body.error.message).toContain(message);
    expect((await call<GraphFacts>('GET', `/api/graphs/${graph.id}`)).body.nodeCount).toBe(4);
  });

  it('that is rejected reports all its errors, and leaves nothing behind', async () => {
    const graph = await createGraph();
    const { revision } = (await call<GraphFacts>('GET', `/api/graphs/${graph.id}`)).body;
    const { status, body } = await call<ErrorEnvelope>('POST', `/api/graphs/${graph.id}/build`, {
      nodes: [
        { tempId: 'add', category: 'Add' },
        { tempId: 'odd', category: 'Addd' },
        { tempId: 'print', category: 'LogConsole', ports: { Mesage: 'Hi' } },
        { tempId: 'log', category: 'LogConsole' },
        { tempId: 'wait', category: 'Delay', ports: { Duration: 'soon' } },
      ],
      connections: [
        { from: 'add/Result', to: 'add/A' },
        { from: 'odd/Out', to: 'add/A' },
        { from: 'add/Sum', to: 'add/B' },
        { from: 'nobody/Out', to: 'add/B' },
        { from: 'add/Result', to: 'log/Message' },
      ],
    });
    expect(status).toBe(404);
    const { errors, ...first } = body.error.details;
    expect(first).toMatchObject({ list: 'nodes', index: 1, nearest: expect.arrayContaining(['Add']) });
    expect(body.error.message).toContain('6 more in details.errors');
    expect(errors.map(({ list, index, code }) => [list, index, code])).toEqual([
      ['nodes', 1, 'NODE_TYPE_NOT_FOUND'],
      ['nodes', 2, 'PORT_NOT_FOUND'],
      ['nodes', 4, 'INVALID_VALUE'],
      ['connections', 0, 'CYCLIC_CONNECTION'],
      ['connections', 2, 'PORT_NOT_FOUND'],
      ['connections', 3, 'NODE_NOT_FOUND'],
      ['connections', 4, 'INCOMPATIBLE_TYPES'],
    ]);
    expect(errors[1]?.details?.nearest).toEqual(['Message']);
    expect(errors[6]?.details?.converters).toContainEqual({
      ...{ category: 'ToText', input: 'Value', output: 'Text' },
    });
    expect((await call('GET', `/api/graphs/${graph.id}`)).body).toMatchObject({
      ...{ nodeCount: 2, connectionCount: 0, revision },
    });
  });

  it('with very many errors reports fifty', async () => {
    const graph = await createGraph();
    const nodes = Array.from({ length: 60 }, (_, i) => ({ tempId: `n${i}`, category: 'Nothing' }));
    const { body } = await call<ErrorEnvelope>('POST', `/api/graphs/${graph.id}/build`, { nodes });
    expect(body.error.details.errors).toHaveLength(50);
  });

  it('with dryRun returns what it would create, and creates nothing', async () => {
    const graph = await createGraph();
    const { revision } = (await call<GraphFacts>('GET', `/api/graphs/${graph.id}`)).body;
    const path = `/api/graphs/${graph.id}/build`;
    const plan = {
      nodes: [{ tempId: 'log', category: 'LogConsole', ports: { Message: 'Hi' } }],
      connections: [{ from: `${graph.nodes[0]!.id}/Out`, to: 'log/In' }],
    };
    expect((await call('POST', `${path}?dryRun=true&sync=true`, plan)).body).toEqual({
      ...{ nodeIds: {}, connectionIds: [], replacedConnectionIds: [], synced: false, dryRun: true },
    });
    expect((await call('GET', `/api/graphs/${graph.id}`)).body).toMatchObject({
      ...{ nodeCount: 2, connectionCount: 0, revision, synced: false },
    });
    const invalidPlan = { ...plan, connections: [{ from: 'nobody/Out', to: 'log/In' }] };
    expect((await call('POST', `${path}?dryRun=true`, invalidPlan)).status).toBe(404);
    expect((await call('POST', `${path}?return=ids`, plan)).body).toMatchObject({ synced: false });
  });

  it('returns whether the runtime has the graph', async () => {
    const graph = await createGraph();
    const plan = { nodes: [{ tempId: 'log', category: 'LogConsole' }] };
    for (const query of ['sync=true', 'sync=true&return=ids']) {
      const { body } = await call('POST', `/api/graphs/${graph.id}/build?${query}`, plan);
      expect(body).toMatchObject({ synced: true });
    }
  });
});
