/** Audits which check that bulk requests and builds are atomic, regardless of where in the request the error is. */
import { constantFrom, nat, record } from 'fast-check';
import { requirePortName, toPortReference, toTempId } from '../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { type Id, pathTo } from '../target/id.ts';
import { readGraphStructure } from './nodes/find-nodes.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';

const rollback = defineAuditArea('rollback', 'token', 'project');

const unknownNodeType = 'NoSuchNodeTypeAtAll';

/** Maximum number of nodes in a bulk request. */
const maxBulkNodes = 1000;

/** Creates a graph with a connection and a port value, either of which a failed build could damage. */
const createConnectedGraph = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { port: value, node: valueNode } = await t.fixtures.port(graph, 'Float', 'input');
  t.given((await t.fixtures.write(value.id, 0.25)).ok, 'a value can be written');
  const [firstPort, secondPort] = [
    await t.fixtures.port(graph, 'Float', 'output'),
    await t.fixtures.port(graph, 'Float', 'output'),
  ];
  const input = await t.fixtures.port(graph, 'Float', 'input');
  t.given(
    (await t.fixtures.connect(graph, firstPort.port.id, input.port.id)).ok,
    'ports of the same type can be connected',
  );
  return { graph, value, valueNode, other: secondPort, input };
};

const snapshotGraph = (t: AuditTools, graph: TargetGraph, valuePort: Id) =>
  t.snapshot(async () => ({
    ...(await readGraphStructure(t, graph)),
    value: await t.fixtures.read(valuePort),
  }));

export const audits = [
  rollback.audit('bulk', ['BULK-002'], async (t) => {
    const { graph, value, valueNode } = await createConnectedGraph(t);
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    const spec = (category: string) => ({ category, locationX: 0, locationY: 0 });
    const invalidNodes = [spec(unknownNodeType), { locationX: 0, locationY: 0 }];
    t.given((await t.http.post(path, [spec(valueNode.category)])).ok, 'a bulk request creates one node');
    const before = await snapshotGraph(t, graph, value.id);
    const mustReject = async (length: number, index: number, invalidNode: unknown): Promise<void> => {
      const specs: unknown[] = Array.from({ length }, () => spec(valueNode.category));
      specs.splice(index, 0, invalidNode);
      t.mustNotSucceed(
        await t.http.post(path, specs),
        'a bulk request with one invalid spec does not succeed',
      );
      await t.mustBeUnchanged(before, 'a failed bulk request leaves nothing behind');
    };
    await mustReject(maxBulkNodes - 1, maxBulkNodes - 1, invalidNodes[0]);
    await t.property(
      'a bulk request with one invalid spec',
      record({ length: nat({ max: 12 }), index: nat({ max: 12 }), wrong: constantFrom(...invalidNodes) }),
      ({ length, index, wrong: invalidNode }) => mustReject(length, index, invalidNode),
    );
  }),
  rollback
    .with({ timeout: 120_000, likelyCause: 'changes made before the error are not rolled back' })
    .audit('build', ['BUILD-003', 'BUILD-004', 'BUILD-007'], async (t) => {
      const { graph, value, other: secondPort, input } = await createConnectedGraph(t);
      const path = pathTo`/api/graphs/${graph.id}/build`;
      const valueName = requirePortName(t, value);
      const [from, to] = [requirePortName(t, secondPort.port), requirePortName(t, input.port)];
      const node = (tempId: string, ports: Record<string, unknown> = {}) => ({
        tempId,
        category: input.node.category,
        ports,
      });
      const plan = (length: number) => {
        const ids = Array.from({ length }, (_, index) => toTempId(index));
        return {
          nodes: ids.map((id) => node(id)),
          connections: [
            // This connection either replaces the existing connection or is rejected. In both cases, the target must
            // roll the build back.
            { from: `${secondPort.node.id}/${from}`, to: `${input.node.id}/${to}` },
            ...ids.map((id) => ({ from: `${secondPort.node.id}/${from}`, to: `${id}/${to}` })),
          ],
        };
      };
      const valid = plan(2);
      const built = await t.http.post(path, { ...valid, connections: valid.connections.slice(1) });
      t.given(built.ok, 'the same build without the error succeeds', { actual: built.text.slice(0, 200) });
      const before = await snapshotGraph(t, graph, value.id);
      const badNodes = {
        type: { ...node(toTempId('odd')), category: unknownNodeType },
        value: node(toTempId('odd'), { [valueName]: 'no number' }),
      };
      const badWires = [
        { from: `${secondPort.node.id}/${from}`, to: `${toTempId(0)}/NoSuchPortAtAll` },
        { from: `nobody/${from}`, to: `${toTempId(0)}/${to}` },
      ];
      const sizes = { length: nat({ max: 8 }).map((extra) => extra + 1), index: nat({ max: 9 }) };
      const mustReject = async (
        requirement: 'BUILD-003' | 'BUILD-004' | 'BUILD-007',
        { nodes, connections }: ReturnType<typeof plan>,
      ): Promise<void> => {
        const assertions = t.for(requirement);
        const reply = await t.http.post(path, { nodes, connections });
        assertions.mustNotSucceed(reply, 'a build with an error does not succeed');
        await assertions.mustBeUnchanged(before, 'a build with an error leaves the graph unchanged');
      };
      for (const [requirement, invalidPart] of [
        ['BUILD-003', 'type'],
        ['BUILD-007', 'value'],
      ] as const) {
        await t.property(
          `a build with an invalid ${invalidPart}`,
          record(sizes),
          async ({ length, index }) => {
            const request = plan(length);
            request.nodes.splice(index, 0, badNodes[invalidPart]);
            await mustReject(requirement, request);
          },
          { runs: 10 },
        );
      }
      await t.property(
        'a build with an invalid connection',
        record({ ...sizes, wire: constantFrom(...badWires) }),
        async ({ length, index, wire }) => {
          const request = plan(length);
          request.connections.splice(index, 0, wire);
          await mustReject('BUILD-004', request);
        },
        { runs: 15 },
      );
    }),
  rollback
    .with({ likelyCause: 'a build rejected because of its connections keeps its nodes' })
    .audit('meeting-wires', ['BUILD-008'], async (t) => {
      const { graph, value, other: secondPort, input } = await createConnectedGraph(t);
      const path = pathTo`/api/graphs/${graph.id}/build`;
      const [from, to] = [requirePortName(t, secondPort.port), requirePortName(t, input.port)];
      const node = (tempId: string) => ({ tempId, category: input.node.category, ports: {} });
      const createConnection = (tempId: string) => ({
        from: `${secondPort.node.id}/${from}`,
        to: `${tempId}/${to}`,
      });
      const [firstId, secondId] = [toTempId(0), toTempId(1)];
      const single = {
        nodes: [node(firstId), node(secondId)],
        connections: [createConnection(firstId), createConnection(secondId)],
      };
      const built = await t.http.post(path, single);
      t.givenSuccess(built, 'a build with connections to separate inputs succeeds');
      const second = await t.fixtures.port(graph, 'Float', 'output');
      const nodes = (await t.fixtures.listNodes(graph)).length;
      const connectionCount = (await t.fixtures.listConnections(graph)).length;
      const before = await snapshotGraph(t, graph, value.id);
      const newConnections = [
        createConnection(secondId),
        { from: toPortReference(t, second.node.id, second.port), to: `${secondId}/${to}` },
      ];
      const reply = await t.http.post(path, {
        ...single,
        connections: [createConnection(firstId), ...newConnections],
      });
      const remaining = (await t.fixtures.listConnections(graph)).length - connectionCount - 1;
      t.observe(
        'build connections to the same data input',
        reply.ok ? `${remaining} of 2 exist` : reply.status,
      );
      if (!reply.ok) await t.mustBeUnchanged(before, 'the rejected build leaves nothing behind');
      else t.mustEqual((await t.fixtures.listNodes(graph)).length, nodes + 2, 'all nodes of the build exist');
    }),
];
