import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { absentId } from '../../lab/lab.ts';
import { tocEntries } from '../../target/toc.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const run = area('run', 'token', 'project', 'runtime');

const call = (t: AuditContext, graphId: string, verb: string) =>
  t.http.post(pathTo`/api/graphs/${graphId}/${verb}`);

/** A graph that runs, and stops when the audit ends. */
const runningGraph = async (t: AuditContext): Promise<LabGraph> => {
  const graph = await t.lab.graph();
  const synced = await call(t, graph.id, 'sync');
  t.must(synced.ok, 'a graph is synchronised', inShort(synced));
  t.defer(() => call(t, graph.id, 'stop'));
  const started = await call(t, graph.id, 'run');
  t.must(started.ok, 'a synchronised graph runs', inShort(started));
  return graph;
};

/** 'running' or 'stopped' as the target shows it; NOT_VERIFIED where it shows none. */
const shownState = async (t: AuditContext, graph: LabGraph): Promise<string> => {
  const route = t.manifest.choices.routes.getGraph ?? (await listedRoute(t));
  const reply = await t.http.get(route.replace(/^GET /, '').replace(/\{\w+\}/, graph.id));
  const state = t.fields.read(reply.json, 'graph.state');
  if (typeof state === 'string') return state.toLowerCase();
  const running = t.fields.read(reply.json, 'graph.running');
  return typeof running === 'boolean'
    ? running
      ? 'running'
      : 'stopped'
    : t.unverified('a graph that shows its state (choices.paths "graph.state")');
};

const listedRoute = async (t: AuditContext): Promise<string> => {
  const toc = await t.http.get('/api/toc');
  const there = tocEntries(t.fields, toc.json).some(({ route }) => route === 'GET /api/graphs/{}');
  return there
    ? 'GET /api/graphs/{graphId}'
    : t.unverified('a route that reads a graph (choices.routes.getGraph)');
};

/** An unknown graph is refused by a verb that a known graph proves. */
const unknownGraph = (
  verb: 'sync' | 'run' | 'stop',
  requirement: 'SYNC-002' | 'RUN-START-002' | 'RUN-STOP-002',
) =>
  run.audit(`${verb}-unknown`, [requirement, 'ERR-014'], async (t) => {
    const graph = await runningGraph(t);
    t.given((await call(t, graph.id, verb)).status !== 404, `${verb} of a known graph`);
    t.mustFail(await call(t, absentId, verb), 404, 'GRAPH_NOT_FOUND');
  });

export const runAudits = [
  run.audit('sync-run-stop', ['SYNC-001', 'RUN-START-001', 'RUN-STOP-001'], async (t) => {
    const graph = await runningGraph(t);
    const stopped = await call(t, graph.id, 'stop');
    t.must(stopped.ok, 'a running graph stops', inShort(stopped));
    const again = await call(t, graph.id, 'run');
    t.must(again.ok, 'and can be run again', { actual: again.status });
  }),
  run.audit('states', ['RUN-001', 'RUN-003'], async (t) => {
    const graph = await runningGraph(t);
    t.mustEqual(await shownState(t, graph), 'running', 'a graph is running after run');
    t.must((await call(t, graph.id, 'stop')).ok, 'stop succeeds');
    t.mustEqual(await shownState(t, graph), 'stopped', 'a graph is stopped after stop');
    t.given((await call(t, graph.id, 'run')).ok, 'the graph can be run again');
    t.mustEqual(await shownState(t, graph), 'running', 'a graph that was stopped is running after run');
  }),
  run.audit('open-choices', ['RUN-008'], async (t) => {
    const graph = await t.lab.graph();
    t.defer(() => call(t, graph.id, 'stop'));
    const unsynced = await call(t, graph.id, 'run');
    t.observe('run without sync', `${unsynced.status} ${String(unsynced.at('error.code') ?? '')}`.trim());
    const idle = await call(t, graph.id, 'stop');
    t.observe('stop of a stopped graph', `${idle.status} ${String(idle.at('error.code') ?? '')}`.trim());
  }),
  unknownGraph('sync', 'SYNC-002'),
  unknownGraph('run', 'RUN-START-002'),
  unknownGraph('stop', 'RUN-STOP-002'),
  run.audit('workflow', ['OVER-FLOW-001'], async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    t.must((await t.lab.connect(graph, output.port.id, input.port.id)).ok, 'ports are wired');
    const value = await t.lab.port(graph, 'Float', 'input');
    t.must((await t.lab.write(value.port.id, 0.5)).ok, 'a port value is set');
    for (const verb of ['sync', 'run', 'stop']) {
      const reply = await call(t, graph.id, verb);
      t.must(reply.ok, `${verb} succeeds`, inShort(reply));
    }
  }),
];
