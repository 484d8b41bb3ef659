import { pathTo } from '../target/id.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { filterStrings } from '../json.ts';
import type { Id } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { TargetGraph } from './fixtures.ts';
import type { TargetNode } from './node-type-survey.ts';

/** Posts a graph command. The audit is NOT_VERIFIED if the command fails, because other audits check the routes. */
export const postGraphCommand = async (
  t: AuditTools,
  graph: TargetGraph,
  verb: 'sync' | 'run' | 'stop',
): Promise<void> => {
  const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/${verb}`);
  t.given(reply.ok, `${verb} of a graph succeeds`, describeReply(reply));
};

export const runGraph = async (t: AuditTools, graph: TargetGraph): Promise<void> => {
  await postGraphCommand(t, graph, 'sync');
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  await postGraphCommand(t, graph, 'run');
};

/** Patterns for names of node types that are usually harmless to execute. The first available type is used. */
const harmlessTypePatterns = [/^log/i, /^(print|debug)/i, /^sequence/i, /^delay/i, /branch|^if/i];

const findTriggerPort = (node: TargetNode | undefined, direction: 'input' | 'output') =>
  node?.ports.find((port) => port.type === 'Trigger' && port.direction === direction);

const findHarmlessNodeType = async (t: AuditTools): Promise<string> => {
  const enumValues = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  return (
    harmlessTypePatterns.flatMap((name) => enumValues.filter((value) => name.test(value)))[0] ??
    t.unverified('a node type to connect Start to, such as Log')
  );
};

/** Creates a graph in which a default node is connected to an added node. */
export const createLinkedGraph = async (t: AuditTools, startType: 'start' | 'onnewframe' = 'start') => {
  const graph = await t.fixtures.graph();
  const first =
    (await t.fixtures.listNodes(graph)).find(({ category }) => category.toLowerCase() === startType) ??
    t.unverified(`a ${startType} node in a new graph`);
  const linkedNode = await t.fixtures.node(graph, await findHarmlessNodeType(t));
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
