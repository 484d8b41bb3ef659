import { assert, constantFrom, property } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../../session/testing-client.ts';
import { formatGraphPath } from '../changes/edit-context.ts';
import { listCandidates } from './node-candidates.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphDetail, NodeRecord, PortRecord } from '../../graphs/graph-types.ts';
import type { NodeType } from '../../node-types/node-type-catalog.ts';

const dropCount = 1_000;

describe('a wire that is dropped on the canvas', () => {
  let test: TestClient;
  let client: SceneClient;
  let graph: GraphDetail;
  let types: readonly NodeType[];

  /** Creates a graph with two nodes of every type, in which all ports that have sub-ports are expanded. */
  beforeAll(async () => {
    test = await createTestClient();
    ({ client } = test);
    types = (await client.request('GET /api/node-types', { query: { limit: 1_000 } })).flatMap(
      ({ nodes }) => nodes,
    );
    const { id: graphId } = await client.request('POST /api/graphs', { body: {} });
    const nodes = types.flatMap(({ enumValue }) =>
      ['one', 'two'].map((copy) => ({ tempId: `${enumValue} ${copy}`, category: enumValue })),
    );
    await client.request('POST /api/graphs/{graphId}/build', { params: { graphId }, body: { nodes } });
    const built = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
    const expandable = built.nodes.flatMap(({ ports }) => ports.filter(({ isExpandable }) => isExpandable));
    for (let at = 0; at < expandable.length; at += 100)
      await client.request('POST /api/batch', {
        body: {
          operations: expandable.slice(at, at + 100).map(({ id }) => ({
            ...{ method: 'POST', path: `/api/ports/${encodeURIComponent(id)}/expand` },
          })),
        },
      });
    graph = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
  });
  afterAll(async () => {
    await test.dispose();
  });

  interface Drop {
    readonly port: PortRecord;
    readonly type: NodeType;
    /** The port that is offered, or every port that is not. */
    readonly targets: readonly PortRecord[];
    readonly isOffered: boolean;
  }

  /** Draws ports from which a wire is dragged, each with a node type that is chosen in the search. */
  const drawDrops = (): Drop[] => {
    const drops: Drop[] = [];
    const lastNodes = new Map(graph.nodes.map((node) => [node.category, node]));
    const startPorts = graph.nodes
      .filter((node) => lastNodes.get(node.category) !== node)
      .flatMap(({ ports }) => ports);
    const record = (port: PortRecord, type: NodeType): void => {
      const [candidate] = listCandidates([type], { kind: 'wire', port }, graph);
      const target: NodeRecord | undefined = lastNodes.get(type.enumValue);
      const opposite = target?.ports.filter(({ direction }) => direction !== port.direction) ?? [];
      const [wire] = candidate?.plan.wires ?? [];
      const offered = port.direction === 'output' ? wire?.to.name : wire?.from.name;
      drops.push({
        ...{ port, type, isOffered: wire !== undefined },
        targets: wire ? opposite.filter(({ name }) => name === offered) : opposite,
      });
    };
    void assert(property(constantFrom(...startPorts), constantFrom(...types), record), {
      numRuns: dropCount,
    });
    return drops;
  };

  it('is offered exactly the node types to which the service connects it', async () => {
    const drops = drawDrops();
    expect(drops).toHaveLength(dropCount);
    expect(drops.some(({ isOffered }) => !isOffered)).toBe(true);
    const wires = drops.flatMap(({ port, type, targets, isOffered }) => {
      if (isOffered) expect([type.enumValue, targets.length]).toEqual([type.enumValue, 1]);
      return targets.map((target) => ({ port, target, isOffered }));
    });
    for (let at = 0; at < wires.length; at += 500) {
      const part = wires.slice(at, at + 500);
      const { results } = await client.request('POST /api/batch', {
        body: {
          operations: part.map(({ port, target }) => {
            const [output, input] = port.direction === 'output' ? [port, target] : [target, port];
            return {
              method: 'POST',
              path: formatGraphPath(graph.id, 'connections', 'validate'),
              body: { outputPortId: output.id, inputPortId: input.id },
            };
          }),
        },
      });
      const verdicts = results.map(({ body }) => (body as { readonly valid?: boolean }).valid);
      expect(verdicts).toEqual(part.map(({ isOffered }) => isOffered));
    }
  });
});
