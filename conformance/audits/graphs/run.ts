import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import { stepGraph } from '../../lab/executing-graph.ts';
import { quietWindow } from '../../lab/hub-client.ts';
import { busyGraph, givenRunning, givenSynced } from './running.ts';
import { isRunning, standsStill, stateBecoming } from './run-state.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const run = area('run', 'token', 'project', 'runtime');

const call = (t: AuditTools, graphId: string, verb: string) =>
  t.http.post(pathTo`/api/graphs/${graphId}/${verb}`);

/** A graph that runs, and stops when the audit ends. */
const runningGraph = async (t: AuditTools): Promise<LabGraph> => {
  const graph = await busyGraph(t);
  await givenSynced(t, graph);
  await givenRunning(t, graph);
  return graph;
};

/** An unknown graph is refused by a verb that a known graph proves. */
const unknownGraph = (
  verb: 'sync' | 'run' | 'stop',
  requirement: 'SYNC-002' | 'RUN-START-002' | 'RUN-STOP-002',
) =>
  run.audit(`${verb}-unknown`, [requirement, 'ERR-014'], async (t) => {
    const graph = await runningGraph(t);
    t.given((await call(t, graph.id, verb)).status !== 404, `${verb} of a known graph`);
    t.of(requirement, 'ERR-014').mustFail(await call(t, absentId, verb), 404, 'GRAPH_NOT_FOUND');
  });

export const runAudits = [
  run.audit('sync-run-stop', ['SYNC-001', 'RUN-START-001', 'RUN-STOP-001'], async (t) => {
    const graph = await busyGraph(t);
    const synced = await call(t, graph.id, 'sync');
    t.of('SYNC-001').must(synced.ok, 'a graph is synchronised', inShort(synced));
    t.given(synced.ok, 'a graph is synchronised');
    t.defer(() => call(t, graph.id, 'stop'));
    const started = await call(t, graph.id, 'run');
    t.of('RUN-START-001').must(started.ok, 'a synchronised graph runs', inShort(started));
    t.given(started.ok, 'a synchronised graph runs');
    const isTold = await isRunning(t, graph);
    t.observe('a graph that runs is told apart', isTold);

    const stopped = await call(t, graph.id, 'stop');
    t.of('RUN-STOP-001').must(stopped.ok, 'a running graph stops', inShort(stopped));
    if (isTold) t.of('RUN-STOP-001').must(await standsStill(t, graph), 'and runs no more');
    t.given(stopped.ok, 'a running graph stops');
    const again = await call(t, graph.id, 'run');
    t.of('RUN-START-001').must(again.ok, 'a graph that was stopped runs again', inShort(again));
    if (isTold)
      t.of('RUN-START-001').must(await isRunning(t, graph), 'and is told to run as it was the first time');
  }),
  run.audit('states', ['RUN-001', 'RUN-003'], async (t) => {
    const graph = await runningGraph(t);
    t.of('RUN-001').mustEqual(
      await stateBecoming(t, graph, 'running'),
      'running',
      'a graph is running after run',
    );
    const stopped = await call(t, graph.id, 'stop');
    t.of('RUN-003').must(stopped.ok, 'stop succeeds', inShort(stopped));
    t.of('RUN-003').mustEqual(
      await stateBecoming(t, graph, 'stopped'),
      'stopped',
      'a graph is stopped after stop',
    );
    await stepGraph(t, graph, 'run');
    t.of('RUN-001').mustEqual(
      await stateBecoming(t, graph, 'running'),
      'running',
      'a graph that was stopped is running after run',
    );
  }),
  run.audit('open-choices', ['RUN-008'], async (t) => {
    const graph = await t.lab.graph();
    t.defer(() => call(t, graph.id, 'stop'));
    const unsynced = await call(t, graph.id, 'run');
    t.observe('run without sync', `${unsynced.status} ${String(unsynced.at('error.code') ?? '')}`.trim());
    const idle = await call(t, graph.id, 'stop');
    t.observe('stop of a stopped graph', `${idle.status} ${String(idle.at('error.code') ?? '')}`.trim());
  }),
  run.audit('gated', ['AUTH-GATED-002'], async (t) => {
    const graph = await runningGraph(t);
    if (!(await isRunning(t, graph))) t.notApplicable('a graph that runs is not told apart');
    await quietWindow();
    t.given(await isRunning(t, graph), 'a graph that nobody stops runs on');
    const refused = async (verb: string): Promise<void> => {
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/${verb}`, undefined, { token: null });
      t.mustNotSucceed(reply, `${verb} does not succeed without a token`);
    };
    await refused('stop');
    t.must(await isRunning(t, graph), 'a graph that was not to be stopped runs on');
    await stepGraph(t, graph, 'stop');
    t.given(await standsStill(t, graph), 'a graph that was stopped is told apart');
    await refused('run');
    t.must(await standsStill(t, graph), 'a graph that was not to be run stands still');
  }),
  unknownGraph('sync', 'SYNC-002'),
  unknownGraph('run', 'RUN-START-002'),
  unknownGraph('stop', 'RUN-STOP-002'),
  run.audit('workflow', ['OVER-FLOW-001'], async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    const wired = await t.lab.connect(graph, output.port.id, input.port.id);
    t.must(wired.ok, 'ports are wired', inShort(wired));
    const value = await t.lab.port(graph, 'Float', 'input');
    const written = await t.lab.write(value.port.id, 0.5);
    t.must(written.ok, 'a port value is set', inShort(written));
    for (const verb of ['sync', 'run', 'stop']) {
      const reply = await call(t, graph.id, verb);
      t.must(reply.ok, `${verb} succeeds`, inShort(reply));
    }
  }),
];
