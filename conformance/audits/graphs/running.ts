import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { stringsOf } from '../../json.ts';
import { isNamed } from '../nodes/default-nodes.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';

/** Has a graph run until the audit ends, for audits of what is refused meanwhile. */
export const givenRunning = async (t: AuditTools, graph: LabGraph): Promise<void> => {
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  const started = await t.http.post(pathTo`/api/graphs/${graph.id}/run`);
  t.given(started.ok, 'a synchronised graph runs', inShort(started));
};

export const givenSynced = async (t: AuditTools, graph: LabGraph): Promise<void> => {
  const synced = await t.http.post(pathTo`/api/graphs/${graph.id}/sync`);
  t.given(synced.ok, 'a graph is synchronised', inShort(synced));
};

/** Node types that do something on every frame without a trace elsewhere, by what they are usually called. */
const quiet = [/^sequence/i, /branch|^if/i, /^delay/i];

/**
 * A graph with something to do on every frame, where the target offers that: one with nothing to do might end its run
 * by itself.
 */
export const busyGraph = async (t: AuditTools): Promise<LabGraph> => {
  const graph = await t.lab.graph();
  const frame = (await t.lab.nodesOf(graph)).find((node) => isNamed(node.record, 'OnNewFrame'));
  const from = frame && trigger(frame, 'output');
  const offered = stringsOf(await t.lab.readAll('/api/node-types/enum-values'));
  const category = quiet.flatMap((name) => offered.filter((value) => name.test(value)))[0];
  if (!from || category === undefined) return graph;
  const to = trigger(await t.lab.node(graph, category), 'input');
  if (to) await t.lab.connect(graph, from.id, to.id);
  return graph;
};

const trigger = (node: LabNode, direction: 'input' | 'output') =>
  node.ports.find((port) => port.type === 'Trigger' && port.direction === direction);
