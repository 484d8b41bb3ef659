/** Creates graphs that are synchronized, edited and run, and observes the executions of their nodes. */
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

/** Creates a graph whose Start is connected to a node, and which was never synchronized. */
const createUnsyncedGraph = async (t: AuditTools): Promise<{ graph: TargetGraph; first: TargetNode }> => {
  const { graph, linkedNode } = await createLinkedGraph(t);
  return { graph, first: linkedNode };
};

/** Creates a synchronized graph whose Start is connected to a node. */
export const createSyncedGraph = async (
  t: AuditTools,
): Promise<{ graph: TargetGraph; first: TargetNode }> => {
  const created = await createUnsyncedGraph(t);
  await postGraphCommand(t, created.graph, 'sync');
  return created;
};

/**
 * The description does not show how an event names a node, so it is enough that the event contains the id of the node
 * or of one of its ports.
 */
const listNodeSubjects = ({ id, ports }: TargetNode): readonly Id[] => [id, ...ports.map((port) => port.id)];

export const waitForExecution = async (client: HubClient, node: TargetNode): Promise<boolean> =>
  (await client.event('node.executing', ...listNodeSubjects(node))) !== undefined;

export const countExecutions = (client: HubClient, node: TargetNode): number =>
  client
    .events('node.executing')
    .filter(({ args }) => listNodeSubjects(node).some((id) => includesText(args, id))).length;

export const hasExecuted = (client: HubClient, node: TargetNode): boolean =>
  countExecutions(client, node) > 0;

/**
 * Waits for further executions of a node, however far apart they are. Returns whether the given number of executions
 * has been reached.
 */
export const waitForExecutions = async (
  client: HubClient,
  node: TargetNode,
  times: number,
): Promise<boolean> => {
  let from = client.callbacks.all.length;
  for (let executionCount = 0; executionCount < times; executionCount += 1) {
    const event = await client.eventFrom(from, 'node.executing', ...listNodeSubjects(node));
    if (event === undefined) return false;
    from = event.index + 1;
  }
  return true;
};

/** Runs a graph, and opens a separate connection that receives the executions of its nodes. */
export const runAndSubscribe = async (t: AuditTools, graph: TargetGraph): Promise<HubClient> => {
  const client = await connectHub(t);
  await client.subscribe('node.executing');
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  await postGraphCommand(t, graph, 'run');
  return client;
};

/**
 * Checks that the added node executes after a sync. If the node does not execute, the absence of earlier executions
 * proves nothing.
 */
export const givenExecutionVisible = async (
  t: AuditTools,
  graph: TargetGraph,
  added: TargetNode,
): Promise<void> => {
  await postGraphCommand(t, graph, 'stop');
  await postGraphCommand(t, graph, 'sync');
  t.given(
    await waitForExecution(await runAndSubscribe(t, graph), added),
    'node.executing that names the executing node',
  );
};
