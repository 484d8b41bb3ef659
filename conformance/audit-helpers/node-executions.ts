/** Graphs that are synchronised, edited and run, and what is seen of their nodes executing. */
import type { Id } from '../target/id.ts';
import { pathTo } from '../target/id.ts';
import { includesText } from '../target/hub/hub-event.ts';
import { createLinkedGraph, postGraphCommand } from './executing-graph.ts';
import { connectHub } from './hub-client.ts';
import type { AuditTools } from '../audit.ts';
import type { HubClient } from './hub-client.ts';
import type { TargetGraph } from './fixtures.ts';
import type { TargetNode, TargetPort } from './node-type-survey.ts';

export const requireTriggerPort = (
  t: AuditTools,
  node: TargetNode,
  direction: 'input' | 'output',
): TargetPort =>
  node.ports.find((port) => port.type === 'Trigger' && port.direction === direction) ??
  t.unverified(`a trigger ${direction} on ${node.category}`);

/** A graph whose Start leads to a node, and which was never synchronised. */
export const createUnsyncedGraph = async (
  t: AuditTools,
): Promise<{ graph: TargetGraph; first: TargetNode }> => {
  const { graph, led } = await createLinkedGraph(t);
  return { graph, first: led };
};

/** A graph that is synchronised, whose Start leads to a node. */
export const createSyncedGraph = async (
  t: AuditTools,
): Promise<{ graph: TargetGraph; first: TargetNode }> => {
  const made = await createUnsyncedGraph(t);
  await postGraphCommand(t, made.graph, 'sync');
  return made;
};

/** How an event tells of a node is not shown: it is enough that it speaks of it, or of a port of it. */
const listNodeSubjects = ({ id, ports }: TargetNode): readonly Id[] => [id, ...ports.map((port) => port.id)];

export const waitForExecution = async (client: HubClient, node: TargetNode): Promise<boolean> =>
  (await client.event('node.executing', ...listNodeSubjects(node))) !== undefined;

export const countExecutions = (client: HubClient, node: TargetNode): number =>
  client
    .events('node.executing')
    .filter(({ args }) => listNodeSubjects(node).some((id) => includesText(args, id))).length;

export const hasExecuted = (client: HubClient, node: TargetNode): boolean =>
  countExecutions(client, node) > 0;

/** Whether a node executes so many times more, however far apart. */
export const waitForExecutions = async (
  client: HubClient,
  node: TargetNode,
  times: number,
): Promise<boolean> => {
  let from = client.callbacks.all.length;
  for (let seen = 0; seen < times; seen += 1) {
    const event = await client.eventFrom(from, 'node.executing', ...listNodeSubjects(node));
    if (event === undefined) return false;
    from = event.index + 1;
  }
  return true;
};

/** Runs a graph, and listens to what executes in it on a connection of its own. */
export const runAndSubscribe = async (t: AuditTools, graph: TargetGraph): Promise<HubClient> => {
  const client = await connectHub(t);
  await client.subscribe('node.executing');
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  await postGraphCommand(t, graph, 'run');
  return client;
};

/** After a sync of its own the added node executes: otherwise its absence before says nothing. */
export const givenExecutionVisible = async (
  t: AuditTools,
  graph: TargetGraph,
  added: TargetNode,
): Promise<void> => {
  await postGraphCommand(t, graph, 'stop');
  await postGraphCommand(t, graph, 'sync');
  t.given(
    await waitForExecution(await runAndSubscribe(t, graph), added),
    'node.executing that tells which node executes',
  );
};
