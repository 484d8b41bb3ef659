import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import {
  type TargetNode,
  type TargetPort,
  toPortReference,
  toTempId,
} from '../../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import type { NodePort, TargetGraph } from '../../audit-helpers/fixtures.ts';

const build = defineAuditArea('build', 'token', 'project');

const maxConnections = 5000;
const maxNodes = 1000;

interface SourcePort {
  readonly category: string;
  readonly port: string;
}

/**
 * A node type that accepts many connections. At most one connection per input is counted, because an input need not
 * accept more.
 */
interface TargetType {
  readonly category: string;
  /** Names of data inputs, each with an output of the same type. */
  readonly inputConnections: readonly { readonly input: string; readonly from: SourcePort }[];
  /** Names of the trigger ports through which nodes of this type can form a chain. */
  readonly chain: { readonly output: string; readonly input: string } | undefined;
}

/** A port that a build can identify by name. */
type DataPort = TargetPort & { readonly name: string };

const isDataPort = (port: TargetPort): port is DataPort =>
  port.name !== undefined && port.type !== 'Trigger' && port.type !== 'Button';

const toTargetType = (
  { category, ports }: TargetNode,
  outputs: ReadonlyMap<string, SourcePort>,
): TargetType => {
  const trigger = (direction: 'input' | 'output') =>
    ports.find((port) => port.type === 'Trigger' && port.direction === direction)?.name;
  const [output, input] = [trigger('output'), trigger('input')];
  const dataInputs = ports
    .filter(isDataPort)
    .filter(({ direction }) => direction === 'input')
    .flatMap(({ type, name }) => {
      const from = outputs.get(type);
      return from ? [{ input: name, from }] : [];
    });
  return { category, inputConnections: dataInputs, chain: output && input ? { output, input } : undefined };
};

/**
 * Returns the smallest numbers of nodes that make this many connections possible: one of each source, plus enough
 * targets.
 */
const countRequiredNodes = ({ inputConnections, chain }: TargetType, count: number) => ({
  sources: [...new Set(inputConnections.map(({ from }) => from.category))],
  sinks: Math.ceil((count + (chain ? 1 : 0)) / (inputConnections.length + (chain ? 1 : 0))),
});

const toSourceTempId = (category: string): string => toTempId(`from-${category}`);
const toTargetTempId = (index: number): string => toTempId(`to-${index}`);

const createBuildRequest = (targetType: TargetType, count: number) => {
  const { category, inputConnections, chain } = targetType;
  const { sources, sinks } = countRequiredNodes(targetType, count);
  const node = (tempId: string, type: string) => ({ tempId, category: type, ports: {} });
  const createWires = (index: number) => [
    ...inputConnections.map(({ input, from }) => ({
      from: `${toSourceTempId(from.category)}/${from.port}`,
      to: `${toTargetTempId(index)}/${input}`,
    })),
    ...(chain && index > 0
      ? [
          {
            from: `${toTargetTempId(index - 1)}/${chain.output}`,
            to: `${toTargetTempId(index)}/${chain.input}`,
          },
        ]
      : []),
  ];
  const indexes = Array.from({ length: sinks }, (_, index) => index);
  return {
    nodes: [
      ...sources.map((type) => node(toSourceTempId(type), type)),
      ...indexes.map((index) => node(toTargetTempId(index), category)),
    ],
    connections: indexes.flatMap(createWires).slice(0, count),
  };
};

/** How to build a number of connections, and a small number that shows whether the target accepts such builds. */
interface ConnectionPlan {
  readonly create: (count: number) => object;
  readonly sample: number;
}

/** Connects each of a number of trigger outputs with each of as many trigger inputs. */
const createTriggerPlan = (nodes: readonly TargetNode[]): ConnectionPlan | undefined => {
  const find = (direction: 'input' | 'output'): SourcePort | undefined =>
    nodes
      .flatMap(({ category, ports }) => ports.map((port) => ({ category, ...port })))
      .flatMap(({ category, type, name, ...port }) =>
        type === 'Trigger' && port.direction === direction && name !== undefined
          ? { category, port: name }
          : [],
      )[0];
  const [from, to] = [find('output'), find('input')];
  if (!from || !to) return undefined;
  return {
    sample: 9,
    create(count) {
      const indexes = Array.from({ length: Math.ceil(Math.sqrt(count)) }, (_, index) => index);
      const node = (tempId: string, { category }: SourcePort) => ({ tempId, category, ports: {} });
      return {
        nodes: indexes.flatMap((index) => [
          node(toSourceTempId(String(index)), from),
          node(toTargetTempId(index), to),
        ]),
        connections: indexes
          .flatMap((source) =>
            indexes.map((sink) => ({
              from: `${toSourceTempId(String(source))}/${from.port}`,
              to: `${toTargetTempId(sink)}/${to.port}`,
            })),
          )
          .slice(0, count),
      };
    },
  };
};

/**
 * Finds a way to build the most connections: with a node type that has many inputs, or else with trigger ports that
 * have many connections each. The audit is NOT_VERIFIED when there is none.
 */
const findConnectionPlan = async (t: AuditTools): Promise<ConnectionPlan> => {
  const { nodes } = await t.fixtures.palette();
  const outputs = new Map(
    nodes.flatMap(({ category, ports }) =>
      ports
        .filter(isDataPort)
        .filter(({ direction }) => direction === 'output')
        .map(({ type, name }) => [type, { category, port: name }] as const),
    ),
  );
  const countNodes = (targetType: TargetType): number => {
    const { sources, sinks } = countRequiredNodes(targetType, maxConnections);
    return sources.length + sinks;
  };
  const [widest] = nodes
    .map((node) => toTargetType(node, outputs))
    .filter(({ inputConnections }) => inputConnections.length > 0)
    .sort((a, b) => countNodes(a) - countNodes(b));
  if (widest && countNodes(widest) <= maxNodes)
    return {
      sample: 3 * widest.inputConnections.length,
      create: (count) => createBuildRequest(widest, count),
    };
  return (
    createTriggerPlan(nodes) ??
    t.unverified(`node types with named ports for ${maxConnections} connections between ${maxNodes} nodes`)
  );
};

const countGraphContents = async (t: AuditTools, graph: TargetGraph) => ({
  nodes: (await t.fixtures.listNodes(graph)).length,
  connections: (await t.fixtures.listConnections(graph)).length,
});

/**
 * Defines an audit of a connection that is rejected on its own. The audit checks that a build rejects the same
 * connection for the same reason.
 */
const defineRejectedConnectionAudit = (
  id: string,
  requirement: 'ERR-009' | 'ERR-022',
  refusal: readonly [status: number, code: string],
  createPair: (t: AuditTools, graph: TargetGraph) => Promise<{ output: NodePort; input: NodePort }>,
) =>
  build.audit(id, [requirement], async (t) => {
    const graph = await t.fixtures.graph();
    const { output, input } = await createPair(t, graph);
    const single = await t.fixtures.connect(graph, output.port.id, input.port.id);
    t.given(
      single.status === refusal[0],
      `the connection by itself is rejected with ${refusal[0]}`,
      describeReply(single),
    );
    const end = ({ node, port }: NodePort): string => toPortReference(t, node.id, port);
    const json = { nodes: [], connections: [{ from: end(output), to: end(input) }] };
    await mustRejectWithoutEffect(t, () => countGraphContents(t, graph), refusal, {
      'the connection in a build': () => t.http.post(pathTo`/api/graphs/${graph.id}/build`, json),
    });
  });

export const audits = [
  defineRejectedConnectionAudit(
    'incompatible-wire',
    'ERR-009',
    [400, 'INCOMPATIBLE_TYPES'],
    async (t, graph) => ({
      output: await t.fixtures.port(graph, 'Trigger', 'output'),
      input: await t.fixtures.port(graph, 'Float', 'input'),
    }),
  ),
  defineRejectedConnectionAudit(
    'repeated-wire',
    'ERR-022',
    [409, 'DUPLICATE_CONNECTION'],
    async (t, graph) => {
      const { output, input } = await t.fixtures.connectablePair(graph);
      t.given(
        (await t.fixtures.connect(graph, output.port.id, input.port.id)).ok,
        'two ports can be connected',
      );
      return { output, input };
    },
  ),
  build.with({ timeout: 120_000 }).audit('most-connections', ['LIMIT-005'], async (t) => {
    const plan = await findConnectionPlan(t);
    const build = async (count: number) => {
      const graph = await t.fixtures.graph();
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, plan.create(count));
      return { graph, reply };
    };
    const withinLimit = await build(plan.sample);
    t.givenSuccess(withinLimit.reply, 'the same build with few connections succeeds');
    const { graph, reply } = await build(maxConnections);
    t.mustSucceed(reply, `a build of ${maxConnections} connections succeeds`);
    const listed = await t.fixtures.listConnections(graph);
    t.mustEqual(listed.length, maxConnections, 'all of the connections are listed');
  }),
  build.with({ timeout: 120_000 }).audit('too-many-connections', ['BUILD-006'], async (t) => {
    const plan = await findConnectionPlan(t);
    const graph = await t.fixtures.graph();
    const build = (count: number) => t.http.post(pathTo`/api/graphs/${graph.id}/build`, plan.create(count));
    const withinLimit = await build(plan.sample);
    t.givenSuccess(withinLimit, 'the same build with few connections succeeds');
    await mustRejectWithoutEffect(t, () => countGraphContents(t, graph), 'no success', {
      [`a build of ${maxConnections + 1} connections`]: () => build(maxConnections + 1),
    });
  }),
];
