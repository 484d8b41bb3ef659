import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { stepGraph } from '../../lab/executing-graph.ts';
import { executes, givenSeen, hasExecuted, run, synchronised, triggerOf } from '../../lab/executions.ts';
import { quietWindow, received } from '../../lab/hub-client.ts';
import { copyOf } from '../graphs/lifecycle.ts';
import type { Id } from '../../target/id.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';

const hub = area('hub', 'token', 'project', 'runtime', 'events');

/** An end of a connection as a build names it. */
const endOf = (t: AuditTools, nodeName: Id, node: LabNode, direction: 'input' | 'output'): string => {
  const { name } = triggerOf(t, node, direction);
  return `${nodeName}/${name ?? t.unverified(`the name of a trigger ${direction} (choices.paths "port.name")`)}`;
};

/** Builds a node that another one leads to, and synchronises that. */
const buildBehind = async (t: AuditTools, graph: LabGraph, first: LabNode): Promise<LabNode> => {
  const before = new Set((await t.lab.nodesOf(graph)).map(({ id }) => id));
  const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}/build`}?sync=true`, {
    nodes: [{ tempId: 'added', category: first.category, ports: {} }],
    connections: [{ from: endOf(t, first.id, first, 'output'), to: endOf(t, 'added', first, 'input') }],
  });
  t.given(reply.ok, 'a build of one node and one wire succeeds', inShort(reply));
  const added = (await t.lab.nodesOf(graph)).find(({ id }) => !before.has(id));
  return added ?? t.unverified('a node that was built is listed');
};

/** Audits of edits that reach the runtime with sync=true, beside nodes and wires that are made one by one. */
export const synchronisedEditAudits = [
  hub.audit('build-with-sync', ['HTTP-015'], async (t) => {
    const { graph, first } = await synchronised(t);
    const added = await buildBehind(t, graph, first);
    const client = await run(t, graph);
    const seen = await executes(client, added);
    if (!seen) await givenSeen(t, graph, added);
    t.must(seen, 'a node that was built with sync=true executes', received(client));
  }),
  hub.audit('duplicate-with-sync', ['HTTP-015'], async (t) => {
    const { graph, first } = await synchronised(t);
    const copy = await copyOf(t, graph, t.given, '?sync=true');
    const twin = (await t.lab.nodesOf(copy)).find(({ category }) => category === first.category);
    if (!twin) return t.unverified('the nodes of a copy are listed');
    const reply = await t.http.post(pathTo`/api/graphs/${copy.id}/run`);
    if (!reply.ok) await stepGraph(t, copy, 'sync');
    t.must(reply.ok, 'a copy that was made with sync=true runs', inShort(reply));
    await stepGraph(t, copy, 'stop');
    const client = await run(t, copy);
    const seen = await executes(client, twin);
    if (!seen) await givenSeen(t, copy, twin);
    t.must(seen, 'a node of a copy that was made with sync=true executes', received(client));
  }),
  hub.audit('disable-with-sync', ['HTTP-015'], async (t) => {
    const { graph, first } = await synchronised(t);
    const before = await run(t, graph);
    t.given(await executes(before, first), 'node.executing that tells which node executes');
    await stepGraph(t, graph, 'stop');
    const { id } = triggerOf(t, first, 'input');
    const reply = await t.http.post(`${pathTo`/api/ports/${id}/disable`}?sync=true`);
    t.given(reply.ok, 'a trigger port can be disabled', inShort(reply));
    const client = await run(t, graph);
    const start = (await t.lab.nodesOf(graph)).find(({ category }) => category.toLowerCase() === 'start');
    t.given(start !== undefined && (await executes(client, start)), 'Start executes');
    await quietWindow();
    t.must(
      !hasExecuted(client, first),
      'a node whose trigger was disabled with sync=true does not execute',
      received(client),
    );
  }),
];
