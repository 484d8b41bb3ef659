import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const portsSync = defineAuditArea('ports-sync', 'token', 'project', 'runtime');

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

export const portsSyncAudits = [
  portsSync.audit('reads', ['RUN-PORTS-001'], async (t) => {
    const { graph, port } = await createRunningGraphWithPort(t);
    for (let round = 0; round < 3; round += 1) {
      const reply = await postVerb(t, graph.id, 'ports/sync');
      t.must(reply.ok, 'the live values of a running graph can be flushed', describeReply(reply));
      t.mustEqual(
        await t.fixtures.read(port.id),
        0.5,
        'a number that the graph does not change reads back as written',
      );
    }
    const repeated = await postVerb(t, graph.id, 'stop');
    t.must(repeated.ok, 'the graph can still be stopped', { actual: repeated.status });
  }),
  portsSync.audit('unknown-graph', ['ERR-014'], async (t) => {
    const { graph } = await createRunningGraphWithPort(t);
    t.given((await postVerb(t, graph.id, 'ports/sync')).ok, 'the values of an existing graph can be flushed');
    t.mustFail(await postVerb(t, nonexistentId, 'ports/sync'), 404, 'GRAPH_NOT_FOUND');
  }),
];
