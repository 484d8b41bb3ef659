import { inShort } from '../../http/in-short.ts';
import { isDeepStrictEqual } from 'node:util';
import { audit } from '../../audit.ts';
import { speaksOf } from '../../hub/events.ts';
import { stringsOf } from '../../json.ts';
import { connect, quietWindow, received } from './client.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubClient } from './client.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';
import type { RequirementId } from '../../requirements.ts';

/** Steps a graph and leaves the audit NOT_VERIFIED where that fails: other audits judge the routes. */
const call = async (t: AuditContext, graph: LabGraph, verb: 'sync' | 'run' | 'stop'): Promise<void> => {
  const reply = await t.http.post(`/api/graphs/${graph.id}/${verb}`);
  t.given(reply.ok, `${verb} of a graph succeeds`, inShort(reply));
};

export const runGraph = async (t: AuditContext, graph: LabGraph): Promise<void> => {
  await call(t, graph, 'sync');
  t.defer(() => t.http.post(`/api/graphs/${graph.id}/stop`));
  await call(t, graph, 'run');
};

/** Node types that are harmless to execute, by what they are usually called; the first that is offered is taken. */
const harmless = [/^log/i, /^(print|debug)/i, /^sequence/i, /^delay/i, /branch|^if/i];

const trigger = (node: LabNode | undefined, direction: 'input' | 'output') =>
  node?.ports.find((port) => port.type === 'Trigger' && port.direction === direction);

/** A graph whose Start leads to another node. */
export const executingGraph = async (t: AuditContext): Promise<LabGraph> => {
  const graph = await t.lab.graph();
  const start = (await t.lab.nodesOf(graph)).find(({ category }) => category.toLowerCase() === 'start');
  const from = trigger(start, 'output');
  const values = await t.http.get('/api/node-types/enum-values');
  const offered = stringsOf(t.fields.items(values.json));
  const category = harmless.flatMap((name) => offered.filter((value) => name.test(value)))[0];
  t.given(from !== undefined && category !== undefined, 'a Start node and a node type to lead it to');
  const to = trigger(await t.lab.node(graph, category!), 'input');
  t.given(to !== undefined, `a trigger input on ${category}`);
  t.given((await t.lab.connect(graph, from!.id, to!.id)).ok, 'Start can be wired to it');
  return graph;
};

const idsOf = async (t: AuditContext, graph: LabGraph): Promise<readonly string[]> => {
  const nodes = await t.lab.nodesOf(graph);
  return [graph.id, graph.name, ...nodes.flatMap(({ id, ports }) => [id, ...ports.map((port) => port.id)])];
};

/** An event of a graph's run. One that speaks of nothing at all is legal too, since payloads are not shown. */
const eventOfRun = async (t: AuditContext, client: HubClient, type: string, ids: readonly string[]) => {
  const own = await client.event(type, ...ids);
  t.observe(`${type} names the graph or what is in it`, own !== undefined);
  return own ?? client.events(type)[0];
};

/** How many events of a type speak of a graph so far. */
const countOf = (client: HubClient, type: string, ids: readonly string[]): number =>
  client.events(type).filter(({ args }) => ids.some((id) => speaksOf(args, id))).length;

const executionAudit = (id: string, type: 'node.executing' | 'node.done', requirement: RequirementId) =>
  audit({
    id,
    requirements: [requirement],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const graph = await executingGraph(t);
      const client = await connect(t);
      await client.subscribe(type, 'graph.running');
      await runGraph(t, graph);
      t.given((await client.event('graph.running')) !== undefined, 'graph.running arrives');
      const event = await eventOfRun(t, client, type, await idsOf(t, graph));
      t.must(
        event !== undefined,
        `${type} comes while a graph runs whose Start leads to a node`,
        received(client),
      );
    },
  });

/** The values of all data ports that can be read, as they are now. */
const portValues = async (t: AuditContext, graph: LabGraph): Promise<readonly unknown[]> => {
  await t.http.post(`/api/graphs/${graph.id}/ports/sync`);
  const ports = (await t.lab.nodesOf(graph))
    .flatMap((node) => node.ports)
    .filter(({ type }) => type !== 'Trigger');
  const replies = await Promise.all(
    ports.map(({ id }) => t.http.get(`/api/ports/${encodeURIComponent(id)}/value`)),
  );
  return replies.map((reply) => (reply.ok ? t.fields.portValue(reply.json) : undefined));
};

export const graphEvents = [
  audit({
    id: 'hub/graph-running',
    requirements: ['EVENT-001', 'RUN-002'],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const graph = await t.lab.graph();
      const client = await connect(t);
      await client.subscribe('graph.running');
      await runGraph(t, graph);
      const event = await eventOfRun(t, client, 'graph.running', await idsOf(t, graph));
      t.must(event !== undefined, 'graph.running comes when a graph is run', received(client));
    },
  }),
  audit({
    id: 'hub/graph-stopped',
    requirements: ['EVENT-002', 'RUN-004'],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const graph = await t.lab.graph();
      const client = await connect(t);
      await client.subscribe('graph.running', 'graph.stopped');
      await runGraph(t, graph);
      t.given((await client.event('graph.running')) !== undefined, 'graph.running arrives');
      const ids = await idsOf(t, graph);
      await quietWindow();
      t.mustEqual(
        countOf(client, 'graph.stopped', ids),
        0,
        'graph.stopped does not come while the graph runs',
      );
      await call(t, graph, 'stop');
      const event = await eventOfRun(t, client, 'graph.stopped', ids);
      t.must(event !== undefined, 'graph.stopped comes when it is stopped', received(client));
    },
  }),
  executionAudit('hub/node-executing', 'node.executing', 'EVENT-003'),
  executionAudit('hub/node-done', 'node.done', 'EVENT-004'),
  audit({
    id: 'hub/ports-updated',
    requirements: ['EVENT-005'],
    needs: ['token', 'project', 'runtime', 'events'],
    async run(t) {
      const graph = await executingGraph(t);
      const client = await connect(t);
      await client.subscribe('ports.updated', 'graph.running');
      const before = await portValues(t, graph);
      await runGraph(t, graph);
      t.given((await client.event('graph.running')) !== undefined, 'graph.running arrives');
      const event = await eventOfRun(t, client, 'ports.updated', await idsOf(t, graph));
      if (event === undefined) {
        const changed = !isDeepStrictEqual(before, await portValues(t, graph));
        t.given(
          changed,
          'a graph whose port values, as GET /api/ports/{portId}/value shows them, change as it runs',
        );
      }
      t.must(event !== undefined, 'ports.updated comes when port values change', received(client));
    },
  }),
];
