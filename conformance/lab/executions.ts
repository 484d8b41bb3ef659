/** Graphs that are synchronised, edited and run, and what is seen of their nodes executing. */
import type { Id } from '../target/id.ts';
import { pathTo } from '../target/id.ts';
import { speaksOf } from '../target/hub/events.ts';
import { ledGraph, stepGraph } from './executing-graph.ts';
import { connect } from './hub-client.ts';
import type { AuditTools } from '../audit.ts';
import type { HubClient } from './hub-client.ts';
import type { LabGraph } from './lab.ts';
import type { LabNode, LabPort } from './palette.ts';

export const triggerOf = (t: AuditTools, node: LabNode, direction: 'input' | 'output'): LabPort =>
  node.ports.find((port) => port.type === 'Trigger' && port.direction === direction) ??
  t.unverified(`a trigger ${direction} on ${node.category}`);

/** A graph whose Start leads to a node, and which was never synchronised. */
export const unsynchronised = async (t: AuditTools): Promise<{ graph: LabGraph; first: LabNode }> => {
  const { graph, led } = await ledGraph(t);
  return { graph, first: led };
};

/** A graph that is synchronised, whose Start leads to a node. */
export const synchronised = async (t: AuditTools): Promise<{ graph: LabGraph; first: LabNode }> => {
  const made = await unsynchronised(t);
  await stepGraph(t, made.graph, 'sync');
  return made;
};

/** How an event tells of a node is not shown: it is enough that it speaks of it, or of a port of it. */
const idsOf = ({ id, ports }: LabNode): readonly Id[] => [id, ...ports.map((port) => port.id)];

export const executes = async (client: HubClient, node: LabNode): Promise<boolean> =>
  (await client.event('node.executing', ...idsOf(node))) !== undefined;

export const timesExecuted = (client: HubClient, node: LabNode): number =>
  client.events('node.executing').filter(({ args }) => idsOf(node).some((id) => speaksOf(args, id))).length;

export const hasExecuted = (client: HubClient, node: LabNode): boolean => timesExecuted(client, node) > 0;

/** Whether a node executes so many times more, however far apart. */
export const executesAgain = async (client: HubClient, node: LabNode, times: number): Promise<boolean> => {
  let from = client.callbacks.all.length;
  for (let seen = 0; seen < times; seen += 1) {
    const event = await client.eventFrom(from, 'node.executing', ...idsOf(node));
    if (event === undefined) return false;
    from = event.index + 1;
  }
  return true;
};

/** Runs a graph, and listens to what executes in it on a connection of its own. */
export const run = async (t: AuditTools, graph: LabGraph): Promise<HubClient> => {
  const client = await connect(t);
  await client.subscribe('node.executing');
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  await stepGraph(t, graph, 'run');
  return client;
};

/** After a sync of its own the added node executes: otherwise its absence before says nothing. */
export const givenSeen = async (t: AuditTools, graph: LabGraph, added: LabNode): Promise<void> => {
  await stepGraph(t, graph, 'stop');
  await stepGraph(t, graph, 'sync');
  t.given(await executes(await run(t, graph), added), 'node.executing that tells which node executes');
};
