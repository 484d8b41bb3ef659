import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { findSilentNodeType } from '../../audit-helpers/executing-graph.ts';
import { hasDefaultNodeName } from '../nodes/find-nodes.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';

/**
 * Keeps a graph running until the audit ends. Audits use this for calls that are rejected while the graph is running.
 */
export const givenRunning = async (t: AuditTools, graph: TargetGraph): Promise<void> => {
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  const started = await t.http.post(pathTo`/api/graphs/${graph.id}/run`);
  t.given(started.ok, 'a synchronized graph runs', describeReply(started));
};

export const givenSynced = async (t: AuditTools, graph: TargetGraph): Promise<void> => {
  const synced = await t.http.post(pathTo`/api/graphs/${graph.id}/sync`);
  t.given(synced.ok, 'a graph can be synchronized', describeReply(synced));
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

const findTriggerPort = (node: TargetNode, direction: 'input' | 'output') =>
  node.ports.find((port) => port.type === 'Trigger' && port.direction === direction);
