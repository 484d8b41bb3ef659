import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { endOf } from '../../lab/build-ends.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import { tempIdOf } from '../../lab/temp-ids.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph, PortOnNode } from '../../lab/lab.ts';
import type { LabNode, LabPort } from '../../lab/palette.ts';

const build = area('build', 'token', 'project');

const mostConnections = 5000;
const mostNodes = 1000;

interface Output {
  readonly category: string;
  readonly port: string;
}

/** A node type that takes many wires, no input more than one: more need not be taken. */
interface Sink {
  readonly category: string;
  /** Data inputs by name, each with an output of its own type. */
  readonly fed: readonly { readonly input: string; readonly from: Output }[];
  /** Trigger ports by which such nodes form a chain. */
  readonly chain: { readonly output: string; readonly input: string } | undefined;
}

/** A port by whose name a build can wire data. */
type DataPort = LabPort & { readonly name: string };

const isData = (port: LabPort): port is DataPort =>
  port.name !== undefined && port.type !== 'Trigger' && port.type !== 'Button';

const sinkOf = ({ category, ports }: LabNode, outputs: ReadonlyMap<string, Output>): Sink => {
  const trigger = (direction: 'input' | 'output') =>
    ports.find((port) => port.type === 'Trigger' && port.direction === direction)?.name;
  const [output, input] = [trigger('output'), trigger('input')];
  const fed = ports
    .filter(isData)
    .filter(({ direction }) => direction === 'input')
    .flatMap(({ type, name }) => {
      const from = outputs.get(type);
      return from ? [{ input: name, from }] : [];
    });
  return { category, fed, chain: output && input ? { output, input } : undefined };
};

/** What it takes to have that many connections with the fewest nodes: one of each source, and sinks. */
const needsOf = ({ fed, chain }: Sink, count: number) => ({
  sources: [...new Set(fed.map(({ from }) => from.category))],
  sinks: Math.ceil((count + (chain ? 1 : 0)) / (fed.length + (chain ? 1 : 0))),
});

const sourceId = (category: string): string => tempIdOf(`from-${category}`);
const sinkId = (index: number): string => tempIdOf(`to-${index}`);

const buildOf = (sink: Sink, count: number) => {
  const { category, fed, chain } = sink;
  const { sources, sinks } = needsOf(sink, count);
  const node = (tempId: string, type: string) => ({ tempId, category: type, ports: {} });
  const wiresOf = (index: number) => [
    ...fed.map(({ input, from }) => ({
      from: `${sourceId(from.category)}/${from.port}`,
      to: `${sinkId(index)}/${input}`,
    })),
    ...(chain && index > 0
      ? [{ from: `${sinkId(index - 1)}/${chain.output}`, to: `${sinkId(index)}/${chain.input}` }]
      : []),
  ];
  const indexes = Array.from({ length: sinks }, (_, index) => index);
  return {
    nodes: [
      ...sources.map((type) => node(sourceId(type), type)),
      ...indexes.map((index) => node(sinkId(index), category)),
    ],
    connections: indexes.flatMap(wiresOf).slice(0, count),
  };
};

/** The node type that takes the most wires; NOT_VERIFIED where none takes enough. */
const widestSink = async (t: AuditTools): Promise<Sink> => {
  const { nodes } = await t.lab.palette();
  const outputs = new Map(
    nodes.flatMap(({ category, ports }) =>
      ports
        .filter(isData)
        .filter(({ direction }) => direction === 'output')
        .map(({ type, name }) => [type, { category, port: name }] as const),
    ),
  );
  const nodesFor = (sink: Sink): number => {
    const { sources, sinks } = needsOf(sink, mostConnections);
    return sources.length + sinks;
  };
  const [widest] = nodes
    .map((node) => sinkOf(node, outputs))
    .filter(({ fed }) => fed.length > 0)
    .sort((a, b) => nodesFor(a) - nodesFor(b));
  if (widest && nodesFor(widest) <= mostNodes) return widest;
  return t.unverified(`node types by which ${mostNodes} nodes take ${mostConnections} wires, by named ports`);
};

const sizeOf = async (t: AuditTools, graph: LabGraph) => ({
  nodes: (await t.lab.nodesOf(graph)).length,
  connections: (await t.lab.connectionsOf(graph)).length,
});

/** A wire that is refused when it is made alone is refused in a build, for the same reason. */
const refusedWire = (
  id: string,
  requirement: 'ERR-009' | 'ERR-022',
  refusal: readonly [status: number, code: string],
  pairIn: (t: AuditTools, graph: LabGraph) => Promise<{ output: PortOnNode; input: PortOnNode }>,
) =>
  build.audit(id, [requirement], async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await pairIn(t, graph);
    const alone = await t.lab.connect(graph, output.port.id, input.port.id);
    t.given(alone.status === refusal[0], `the wire alone is refused with ${refusal[0]}`, inShort(alone));
    const end = ({ node, port }: PortOnNode): string => endOf(t, node.id, port);
    const json = { nodes: [], connections: [{ from: end(output), to: end(input) }] };
    await refusedWithoutTrace(t, () => sizeOf(t, graph), refusal, {
      'the wire in a build': () => t.http.post(pathTo`/api/graphs/${graph.id}/build`, json),
    });
  });

export const buildConnectionAudits = [
  refusedWire('incompatible-wire', 'ERR-009', [400, 'INCOMPATIBLE_TYPES'], async (t, graph) => ({
    output: await t.lab.port(graph, 'Trigger', 'output'),
    input: await t.lab.port(graph, 'Float', 'input'),
  })),
  refusedWire('repeated-wire', 'ERR-022', [409, 'DUPLICATE_CONNECTION'], async (t, graph) => {
    const { output, input } = await t.lab.wirablePair(graph);
    t.given((await t.lab.connect(graph, output.port.id, input.port.id)).ok, 'a pair can be wired');
    return { output, input };
  }),
  build.audit('most-connections', ['LIMIT-005'], { timeout: 120_000 }, async (t) => {
    const sink = await widestSink(t);
    const build = async (count: number) => {
      const graph = await t.lab.graph();
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, buildOf(sink, count));
      return { graph, reply };
    };
    const few = await build(3 * sink.fed.length);
    t.given(few.reply.ok, 'the same build with few connections succeeds', inShort(few.reply));
    const { graph, reply } = await build(mostConnections);
    t.must(reply.ok, `a build of ${mostConnections} connections succeeds`, inShort(reply));
    const listed = await t.lab.connectionsOf(graph);
    t.mustEqual(listed.length, mostConnections, 'and all of them are listed');
  }),
  build.audit('too-many-connections', ['BUILD-006'], { timeout: 120_000 }, async (t) => {
    const sink = await widestSink(t);
    const graph = await t.lab.graph();
    const build = (count: number) => t.http.post(pathTo`/api/graphs/${graph.id}/build`, buildOf(sink, count));
    const few = await build(3 * sink.fed.length);
    t.given(few.ok, 'the same build with few connections succeeds', inShort(few));
    await refusedWithoutTrace(t, () => sizeOf(t, graph), 'no success', {
      [`a build of ${mostConnections + 1} connections`]: () => build(mostConnections + 1),
    });
  }),
];
