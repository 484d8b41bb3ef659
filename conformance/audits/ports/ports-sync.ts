import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const portsSync = area('ports-sync', 'token', 'project', 'runtime');

const post = (t: AuditTools, graphId: string, verb: string): Promise<Reply> =>
  t.http.post(`${pathTo`/api/graphs/${graphId}`}/${verb}`);

/** A running graph with a number in it that nothing writes but this audit. */
const running = async (t: AuditTools) => {
  const graph = await t.lab.graph();
  const { port } = await t.lab.port(graph, 'Float', 'input');
  t.given((await t.lab.write(port.id, 0.5)).ok, 'a number can be written');
  t.given((await post(t, graph.id, 'sync')).ok, 'a graph can be synchronised');
  t.defer(() => post(t, graph.id, 'stop'));
  t.given((await post(t, graph.id, 'run')).ok, 'a synchronised graph runs');
  return { graph, port };
};

export const portsSyncAudits = [
  portsSync.audit('reads', ['RUN-PORTS-001'], async (t) => {
    const { graph, port } = await running(t);
    for (let round = 0; round < 3; round += 1) {
      const reply = await post(t, graph.id, 'ports/sync');
      t.must(reply.ok, 'the live values of a running graph are flushed', inShort(reply));
      t.mustEqual(await t.lab.read(port.id), 0.5, 'a number that nothing writes is read as it was written');
    }
    const again = await post(t, graph.id, 'stop');
    t.must(again.ok, 'the graph can still be stopped', { actual: again.status });
  }),
  portsSync.audit('unknown-graph', ['ERR-014'], async (t) => {
    const { graph } = await running(t);
    t.given((await post(t, graph.id, 'ports/sync')).ok, 'the values of a known graph are flushed');
    t.mustFail(await post(t, absentId, 'ports/sync'), 404, 'GRAPH_NOT_FOUND');
  }),
];
