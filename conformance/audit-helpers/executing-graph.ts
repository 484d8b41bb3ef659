import { hasDefaultNodeName } from '../audits/nodes/find-nodes.ts';
import { type Id, pathTo } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { TargetGraph } from './fixtures.ts';
import type { TargetNode, TargetPort } from './node-type-survey.ts';

/**
 * Keeps a graph running until the audit ends. Audits use this for calls that are rejected while the graph is running.
 */
export const givenRunning = async (t: AuditTools, graph: TargetGraph): Promise<void> => {
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  const started = await t.http.post(pathTo`/api/graphs/${graph.id}/run`);
  t.givenSuccess(started, 'a synchronized graph runs');
};

export const givenSynced = async (t: AuditTools, graph: TargetGraph): Promise<void> => {
  const synced = await t.http.post(pathTo`/api/graphs/${graph.id}/sync`);
  t.givenSuccess(synced, 'a graph can be synchronized');
};

/**
 * Creates a graph that has work on every frame, if the target offers suitable nodes. A graph without work might stop by
 * itself.
 */
export const createBusyGraph = async (t: AuditTools): Promise<TargetGraph> => {
  const graph = await t.fixtures.graph();
  const frame = (await t.fixtures.listNodes(graph)).find((node) =>
    hasDefaultNodeName(node.record, 'OnNewFrame'),
  );
  const from = frame && findTriggerPort(frame, 'output');
  const category = await findSilentNodeType(t);
  if (!from || category === undefined) return graph;
  const to = findTriggerPort(await t.fixtures.node(graph, category), 'input');
  if (to) await t.fixtures.connect(graph, from.id, to.id);
  return graph;
};

/** Posts a graph command. The audit is NOT_VERIFIED if the command fails, because other audits check the routes. */
export const postGraphCommand = async (
  t: AuditTools,
  graph: TargetGraph,
  verb: 'sync' | 'run' | 'stop',
): Promise<void> => {
  const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/${verb}`);
  t.givenSuccess(reply, `${verb} of a graph succeeds`);
};

export const runGraph = async (t: AuditTools, graph: TargetGraph): Promise<void> => {
  await postGraphCommand(t, graph, 'sync');
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  await postGraphCommand(t, graph, 'run');
};

const findTriggerPort = (node: TargetNode | undefined, direction: 'input' | 'output') =>
  node?.ports.find((port) => port.type === 'Trigger' && port.direction === direction);

/** The inputs of a node that accept a text and are not secret. Those of type String come first. */
export const listTextInputs = ({ ports }: TargetNode): readonly TargetPort[] =>
  ['String', 'Generic'].flatMap((textType) =>
    ports.filter(
      ({ type, direction, record }) =>
        type === textType && direction === 'input' && record.isSensitive !== true,
    ),
  );

/** Whether a node can be triggered, and has no secret. */
const isExecutable = (node: TargetNode): boolean =>
  findTriggerPort(node, 'input') !== undefined &&
  node.ports.every(({ record }) => record.isSensitive !== true);

/** Whether a name contains one of these words: `log` is a word of `LogConsole` and `Console Log`, but not of `Login`. */
const hasWord = ({ category }: TargetNode, words: readonly string[]): boolean =>
  category.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/).some((word) => words.includes(word.toLowerCase()));

/** Whether a node only passes triggers on, such as a sequence, a branch or a delay. */
const isControlFlow = (node: TargetNode): boolean =>
  findTriggerPort(node, 'output') !== undefined &&
  node.ports.every(
    ({ type, direction }) =>
      type === 'Trigger' || (direction === 'input' && ['Boolean', 'Float', 'Integer'].includes(type)),
  );

/**
 * Lists the nodes that seem to write a text to the console, in the survey of the node types. The name only selects which
 * node types to try, so the caller must prove that an entry appears.
 */
export const listLogNodes = async (t: AuditTools): Promise<readonly TargetNode[]> => {
  const { log } = t.manifest.choices.nodeTypes;
  const { nodes } = await t.fixtures.palette();
  if (log !== undefined) return nodes.filter(({ category }) => category === log);
  return nodes.filter(
    (node) =>
      isExecutable(node) &&
      listTextInputs(node).length > 0 &&
      hasWord(node, ['log', 'print', 'debug', 'console']),
  );
};

/** Finds a node type that executes without side effects. */
const findSilentNodeType = async (t: AuditTools): Promise<string | undefined> => {
  const { harmless } = t.manifest.choices.nodeTypes;
  if (harmless !== undefined) return harmless;
  const executable = (await t.fixtures.palette()).nodes.filter(isExecutable);
  const named = executable.find((node) => hasWord(node, ['sequence', 'delay', 'branch', 'if']));
  return (named ?? executable.find(isControlFlow))?.category;
};

const findHarmlessNodeType = async (t: AuditTools): Promise<string> =>
  t.manifest.choices.nodeTypes.harmless ??
  (await listLogNodes(t))[0]?.category ??
  (await findSilentNodeType(t)) ??
  t.unverified('a node type to connect Start to, such as Log (choices.nodeTypes.harmless)');

/** Creates a graph in which a default node is connected to an added node. */
export const createLinkedGraph = async (
  t: AuditTools,
  startType: 'start' | 'onnewframe' = 'start',
  linkedType?: string,
) => {
  const graph = await t.fixtures.graph();
  const first =
    (await t.fixtures.listNodes(graph)).find(({ category }) => category.toLowerCase() === startType) ??
    t.unverified(`a ${startType} node in a new graph`);
  const linkedNode = await t.fixtures.node(graph, linkedType ?? (await findHarmlessNodeType(t)));
  const [from, to] = [findTriggerPort(first, 'output'), findTriggerPort(linkedNode, 'input')];
  if (!from || !to)
    return t.unverified(`a trigger output on ${first.category}, and an input on ${linkedNode.category}`);
  t.given(
    (await t.fixtures.connect(graph, from.id, to.id)).ok,
    `${first.category} can be connected to ${linkedNode.category}`,
  );
  return { graph, first, linkedNode };
};

/** Creates a graph whose Start is connected to another node. */
export const createExecutingGraph = async (t: AuditTools): Promise<TargetGraph> =>
  (await createLinkedGraph(t)).graph;

/** Lists the ids by which an event of a graph may identify its subject: the graph, its nodes and their ports. */
export const listGraphSubjects = async (t: AuditTools, graph: TargetGraph): Promise<readonly Id[]> => {
  const nodes = await t.fixtures.listNodes(graph);
  return [graph.id, graph.name, ...nodes.flatMap(({ id, ports }) => [id, ...ports.map((port) => port.id)])];
};

/** Reads the current values of all readable data ports in a graph, keyed by the id of the port. */
export const readPortValues = async (
  t: AuditTools,
  graph: TargetGraph,
): Promise<ReadonlyMap<Id, unknown>> => {
  await t.http.post(pathTo`/api/graphs/${graph.id}/ports/sync`);
  const ports = (await t.fixtures.listNodes(graph))
    .flatMap((node) => node.ports)
    .filter(({ type }) => type !== 'Trigger');
  const readValue = async (id: Id): Promise<unknown> => {
    const reply = await t.http.get(pathTo`/api/ports/${id}/value`);
    return reply.ok ? t.fields.portValue(reply.json) : undefined;
  };
  return new Map(await Promise.all(ports.map(async ({ id }) => [id, await readValue(id)] as const)));
};
