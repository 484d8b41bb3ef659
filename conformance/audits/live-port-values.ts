import { isDeepStrictEqual } from 'node:util';
import { createLinkedGraph, runGraph } from '../audit-helpers/executing-graph.ts';
import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { connectHub } from '../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { includesDeep, truncateJson } from '../json.ts';
import type { Reply } from '../target/http/exchange.ts';
import { type Id, pathTo } from '../target/id.ts';

const portsSync = defineAuditArea('ports-sync', 'token', 'project', 'runtime');

const eventPortsSync = defineAuditArea('ports-sync', 'token', 'project', 'runtime', 'events');

const postVerb = (t: AuditTools, graphId: string, verb: string): Promise<Reply> =>
  t.http.post(`${pathTo`/api/graphs/${graphId}`}/${verb}`);

/** Creates a running graph with a number port that only this audit writes. */
const createRunningGraphWithPort = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { port } = await t.fixtures.port(graph, 'Float', 'input');
  t.given((await t.fixtures.write(port.id, 0.5)).ok, 'a number can be written');
  t.given((await postVerb(t, graph.id, 'sync')).ok, 'a graph can be synchronized');
  t.defer(() => postVerb(t, graph.id, 'stop'));
  t.given((await postVerb(t, graph.id, 'run')).ok, 'a synchronized graph runs');
  return { graph, port };
};

export const audits = [
  portsSync.audit('reads', ['RUN-PORTS-001'], async (t) => {
    const { graph, port } = await createRunningGraphWithPort(t);
    for (let round = 0; round < 3; round += 1) {
      const reply = await postVerb(t, graph.id, 'ports/sync');
      t.mustSucceed(reply, 'the live values of a running graph can be flushed');
      t.mustEqual(
        await t.fixtures.read(port.id),
        0.5,
        'a number that the graph does not change reads back as written',
      );
    }
    const repeated = await postVerb(t, graph.id, 'stop');
    t.must(repeated.ok, 'the graph can still be stopped', { actual: repeated.status });
  }),
  eventPortsSync
    .with({ likelyCause: 'ports/sync does not bring the live values to the ports' })
    .audit('changed-ports', ['RUN-PORTS-001'], async (t) => {
      const { graph } = await createLinkedGraph(t, 'onnewframe');
      const outputs = (await t.fixtures.listNodes(graph))
        .flatMap(({ ports }) => ports)
        .filter(({ type, direction }) => type !== 'Trigger' && direction === 'output');
      const before = new Map<Id, unknown>();
      for (const { id } of outputs) before.set(id, await t.fixtures.read(id));
      const hub = await connectHub(t);
      await hub.subscribe('ports.updated');
      await runGraph(t, graph);
      const event = await hub.event('ports.updated', ...before.keys());
      const named = [...before.keys()].filter((id) => event && includesDeep(event.args, id));
      t.given(named.length > 0, 'ports.updated with the id of an output port that OnNewFrame changes');
      const reply = await postVerb(t, graph.id, 'ports/sync');
      t.mustSucceed(reply, 'the live values of a running graph can be flushed');
      const after: unknown[] = [];
      for (const id of named) after.push(await t.fixtures.read(id));
      t.must(
        named.some((id, index) => !isDeepStrictEqual(before.get(id), after[index])),
        'after a flush, a port that ports.updated reports as changed has another value than before the run',
        { expected: 'another value', actual: truncateJson(after) },
      );
    }),
  portsSync.audit('unknown-graph', ['ERR-014'], async (t) => {
    const { graph } = await createRunningGraphWithPort(t);
    t.given((await postVerb(t, graph.id, 'ports/sync')).ok, 'the values of an existing graph can be flushed');
    t.mustFail(await postVerb(t, nonexistentId, 'ports/sync'), 404, 'GRAPH_NOT_FOUND');
  }),
];
