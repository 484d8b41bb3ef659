import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { endOf } from '../../lab/build-ends.ts';
import { stepGraph } from '../../lab/executing-graph.ts';
import { executes, givenSeen, hasExecuted, run, synchronised, triggerOf } from '../../lab/executions.ts';
import { quietWindow, received } from '../../lab/hub-client.ts';
import { copyOf } from '../graphs/lifecycle.ts';
import { tempIdOf } from '../../lab/temp-ids.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';

const hub = area('hub', 'token', 'project', 'runtime', 'events');

/** Builds a node that another one leads to, and synchronises that. */
const buildBehind = async (t: AuditTools, graph: LabGraph, first: LabNode): Promise<LabNode> => {
  const before = new Set((await t.lab.nodesOf(graph)).map(({ id }) => id));
  const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}/build`}?sync=true`, {
    nodes: [{ tempId: tempIdOf('added'), category: first.category, ports: {} }],
    connections: [
      {
        from: endOf(t, first.id, triggerOf(t, first, 'output')),
        to: endOf(t, tempIdOf('added'), triggerOf(t, first, 'input')),
      },
    ],
  });
  t.given(reply.ok, 'a build of one node and one wire succeeds', inShort(reply));
  const added = (await t.lab.nodesOf(graph)).find(({ id }) => !before.has(id));
  return added ?? t.unverified('a node that was built is listed');
};

const startOf = async (t: AuditTools, graph: LabGraph): Promise<LabNode> =>
  (await t.lab.nodesOf(graph)).find(({ category }) => category.toLowerCase() === 'start') ??
  t.unverified('a Start node in a new graph');

/** Switches a trigger port of a graph that stands still: what a run shows of it is what was synchronised. */
const switched = (
  id: string,
  requirement: 'HTTP-014' | 'HTTP-015',
  verb: 'disable' | 'enable',
  query: '' | '?sync=true',
) =>
  hub.audit(id, [requirement], async (t) => {
    const { graph, first } = await synchronised(t);
    const before = await run(t, graph);
    t.given(await executes(before, first), 'node.executing that tells which node executes');
    await stepGraph(t, graph, 'stop');
    const path = pathTo`/api/ports/${triggerOf(t, first, 'input').id}`;
    if (verb === 'enable') {
      t.given((await t.http.post(`${path}/disable`)).ok, 'a trigger port can be disabled');
      await stepGraph(t, graph, 'sync');
    }
    const reply = await t.http.post(`${path}/${verb}${query}`);
    t.given(reply.ok, `${verb} of a trigger port succeeds`, inShort(reply));
    const client = await run(t, graph);
    t.given(await executes(client, await startOf(t, graph)), 'Start executes');
    const words = `a node whose trigger was ${verb}d ${query === '' ? 'without a sync' : 'with sync=true'}`;
    if ((verb === 'enable') === (query !== '')) {
      t.must(await executes(client, first), `${words} executes`, received(client));
    } else {
      await quietWindow();
      t.must(!hasExecuted(client, first), `${words} does not execute`, received(client));
    }
  });

/** Adds another Start, which executes without a wire. */
const added = (id: string, rest: string, bodyOf: (spec: JsonRecord) => unknown) =>
  hub.audit(id, ['HTTP-015'], async (t) => {
    const { graph } = await synchronised(t);
    const { category } = await startOf(t, graph);
    const known = new Set((await t.lab.nodesOf(graph)).map((node) => node.id));
    const body = bodyOf({ category, locationX: 0, locationY: 0 });
    const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}`}/${rest}?sync=true`, body);
    t.given(reply.ok, 'a graph takes another Start', inShort(reply));
    const node = (await t.lab.nodesOf(graph)).find((one) => !known.has(one.id));
    if (!node) return t.unverified('a node that was added is listed');
    const client = await run(t, graph);
    const seen = await executes(client, node);
    if (!seen) await givenSeen(t, graph, node);
    t.must(seen, `a Start that was added by ${rest} with sync=true executes`, received(client));
  });

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
  switched('disable-with-sync', 'HTTP-015', 'disable', '?sync=true'),
  switched('disable-alone', 'HTTP-014', 'disable', ''),
  switched('enable-with-sync', 'HTTP-015', 'enable', '?sync=true'),
  switched('enable-alone', 'HTTP-014', 'enable', ''),
  added('node-with-sync', 'nodes', (spec) => spec),
  added('bulk-with-sync', 'nodes/bulk', (spec) => [spec]),
];
