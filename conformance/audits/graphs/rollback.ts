/** Bulk and build are all or nothing, wherever in them the mistake is. */
import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { constantFrom, nat, record } from 'fast-check';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph, PortOnNode } from '../../lab/lab.ts';

const rollback = area('rollback', 'token', 'project');

const nobody = 'NoSuchNodeTypeAtAll';

/** A graph with a wire and a value, in which a build has something to spoil. */
const wiredGraph = async (t: AuditContext) => {
  const graph = await t.lab.graph();
  const { port: value, node: holder } = await t.lab.port(graph, 'Float', 'input');
  t.given((await t.lab.write(value.id, 0.25)).ok, 'a value can be written');
  const [one, other] = [
    await t.lab.port(graph, 'Float', 'output'),
    await t.lab.port(graph, 'Float', 'output'),
  ];
  const input = await t.lab.port(graph, 'Float', 'input');
  t.given((await t.lab.connect(graph, one.port.id, input.port.id)).ok, 'ports of the same type can be wired');
  return { graph, value, holder, other, input };
};

/** All that a graph shows, in no order. */
const everything = async (t: AuditContext, graph: LabGraph, valuePort: Id) => ({
  nodes: (await t.lab.nodesOf(graph))
    .map(({ id, ports }) => [id, ...ports.map((port) => port.id)].join())
    .sort(),
  connections: (await t.lab.connectionsOf(graph)).map((wire) => JSON.stringify(wire)).sort(),
  value: await t.lab.read(valuePort),
});

const nameOf = (t: AuditContext, { port }: PortOnNode): string =>
  port.name ?? t.unverified('ports that tell their names (choices.paths "port.name")');

export const rollbackAudits = [
  rollback.audit('bulk', ['BULK-002'], async (t) => {
    const { graph, value, holder } = await wiredGraph(t);
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    const spec = (category: string) => ({ category, locationX: 0, locationY: 0 });
    t.given((await t.http.post(path, [spec(holder.category)])).ok, 'a bulk of one node is created');
    const before = await everything(t, graph, value.id);
    await t.property(
      'a bulk with one bad spec',
      record({ length: nat({ max: 12 }), index: nat({ max: 12 }) }),
      async ({ length, index }) => {
        const specs = Array.from({ length }, () => spec(holder.category));
        specs.splice(index, 0, spec(nobody));
        t.mustNotSucceed(await t.http.post(path, specs), 'a bulk with one bad spec is no success');
        t.mustEqual(await everything(t, graph, value.id), before, 'and leaves nothing behind');
      },
    );
  }),
  rollback.audit(
    'build',
    ['BUILD-003', 'BUILD-004', 'BUILD-007'],
    { timeout: 120_000, likelyCause: 'what was made or replaced before the mistake is not taken back' },
    async (t) => {
      const { graph, value, holder, other, input } = await wiredGraph(t);
      const path = pathTo`/api/graphs/${graph.id}/build`;
      const valueName = nameOf(t, { node: holder, port: value });
      const [from, to] = [nameOf(t, other), nameOf(t, input)];
      const node = (tempId: string, ports: Record<string, unknown> = {}) => ({
        tempId,
        category: input.node.category,
        ports,
      });
      const plan = (length: number) => {
        const ids = Array.from({ length }, (_, index) => `n${index}`);
        return {
          nodes: ids.map((id) => node(id)),
          connections: [
            // Takes the place of the wire that is there, or is refused: either way it is undone.
            { from: `${other.node.id}/${from}`, to: `${input.node.id}/${to}` },
            ...ids.map((id) => ({ from: `${other.node.id}/${from}`, to: `${id}/${to}` })),
          ],
        };
      };
      const sound = plan(2);
      const built = await t.http.post(path, { ...sound, connections: sound.connections.slice(1) });
      t.given(built.ok, 'the same build without a mistake succeeds', { actual: built.text.slice(0, 200) });
      const before = await everything(t, graph, value.id);
      const badNode = {
        type: { ...node('odd'), category: nobody },
        value: node('odd', { [valueName]: { no: 'number' } }),
      };
      const badWire = {
        'unknown port': { from: `${other.node.id}/${from}`, to: 'n0/NoSuchPortAtAll' },
        'unknown node': { from: `nobody/${from}`, to: `n0/${to}` },
      };
      await t.property(
        'a build with one mistake',
        record({
          length: nat({ max: 8 }).map((more) => more + 1),
          index: nat({ max: 9 }),
          mistake: constantFrom('type', 'value', 'unknown port', 'unknown node', 'unknown port'),
        }),
        async ({ length, index, mistake }) => {
          const { nodes, connections } = plan(length);
          if (mistake === 'type' || mistake === 'value') nodes.splice(index, 0, badNode[mistake]);
          else connections.splice(index, 0, badWire[mistake as keyof typeof badWire]);
          const reply = await t.http.post(path, { nodes, connections });
          t.mustNotSucceed(reply, `a build with a mistake (${mistake}) is no success`);
          t.mustEqual(
            await everything(t, graph, value.id),
            before,
            `a build with a mistake (${mistake}) leaves all as it was`,
          );
        },
        { runs: 30 },
      );
    },
  ),
  rollback.audit(
    'meeting-wires',
    ['BUILD-008'],
    { likelyCause: 'a build that is refused because of its wires keeps its nodes' },
    async (t) => {
      const { graph, value, other, input } = await wiredGraph(t);
      const path = pathTo`/api/graphs/${graph.id}/build`;
      const [from, to] = [nameOf(t, other), nameOf(t, input)];
      const node = (tempId: string) => ({ tempId, category: input.node.category, ports: {} });
      const wire = (tempId: string) => ({ from: `${other.node.id}/${from}`, to: `${tempId}/${to}` });
      const single = { nodes: [node('n0'), node('n1')], connections: [wire('n0'), wire('n1')] };
      const built = await t.http.post(path, single);
      t.given(built.ok, 'a build whose wires do not meet succeeds', inShort(built));
      const second = await t.lab.port(graph, 'Float', 'output');
      const before = await everything(t, graph, value.id);
      const meeting = [wire('n1'), { from: `${second.node.id}/${nameOf(t, second)}`, to: `n1/${to}` }];
      const reply = await t.http.post(path, { ...single, connections: [wire('n0'), ...meeting] });
      const after = await everything(t, graph, value.id);
      t.observe(
        'wires of a build that meet on one data input',
        reply.ok ? `${after.connections.length - before.connections.length - 1} of 2 stand` : reply.status,
      );
      if (reply.ok) t.mustEqual(after.nodes.length, before.nodes.length + 2, 'all of its nodes are there');
      else t.mustEqual(after, before, 'the refused build leaves nothing behind');
    },
  ),
];
