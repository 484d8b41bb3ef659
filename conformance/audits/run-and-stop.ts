import { setTimeout as wait } from 'node:timers/promises';
import {
  createBusyGraph,
  givenRunning,
  givenSynced,
  postGraphCommand,
} from '../audit-helpers/executing-graph.ts';
import { nonexistentId, type TargetGraph } from '../audit-helpers/fixtures.ts';
import { waitQuietWindow } from '../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { describeStatus, type Reply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';
import { toRoutePath } from '../target/routes.ts';

type RunState = 'running' | 'stopped';

/**
 * Reads the run state of a graph. Returns `undefined` if no route reads the state, or if the state has neither of the
 * two documented values.
 */
const readRunState = async (t: AuditTools, graph: TargetGraph): Promise<RunState | undefined> => {
  const route = t.route('getGraph');
  if (!route) return undefined;
  const { json } = await t.http.send(route.method, toRoutePath(route, graph.id));
  const state = t.fields.read(json, 'graph.state');
  const word = typeof state === 'string' ? state.toLowerCase() : undefined;
  if (word === 'running' || word === 'stopped') return word;
  const running = t.fields.read(json, 'graph.running');
  return typeof running === 'boolean' ? (running ? 'running' : 'stopped') : undefined;
};

/**
 * Whether the target rejects a save of the graph, as it must while the graph is running. A successful save proves
 * nothing.
 */
const isSaveRejected = async (t: AuditTools, graph: TargetGraph): Promise<boolean> => {
  const saved = await t.http.post(pathTo`/api/graphs/${graph.id}/save`);
  return saved.status === 409 && saved.at('error.code') === 'GRAPH_RUNNING';
};

/** Polls until a condition holds, but no longer than an event may take to arrive. */
const waitUntil = async (t: AuditTools, isReached: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + t.manifest.timeouts.event;
  while (!(await isReached())) {
    if (performance.now() > end) return false;
    await wait(pollMs);
  }
  return true;
};

const pollMs = 20;

/**
 * Returns the state as soon as the graph has reached the expected state. After the timeout, returns the state that was
 * read last.
 */
const waitForState = async (t: AuditTools, graph: TargetGraph, expected: RunState): Promise<RunState> => {
  const state = await readRunState(t, graph);
  if (!state) {
    const keys = 'choices.routes.getGraph, choices.paths "graph.state"';
    return t.unverified(`a graph with a state (${keys})`);
  }
  const isReached = await waitUntil(t, async () => (await readRunState(t, graph)) === expected);
  return isReached ? expected : state;
};

/**
 * Waits after `run` until the target shows that the graph is running, by its state or by rejecting a save. Returns
 * whether the target showed this.
 */
const waitUntilRunning = async (t: AuditTools, graph: TargetGraph): Promise<boolean> =>
  (await readRunState(t, graph)) === undefined
    ? isSaveRejected(t, graph)
    : waitUntil(t, async () => (await readRunState(t, graph)) === 'running');

/** Waits after `stop` until the target no longer shows the graph as running. Returns whether that happened in time. */
const waitUntilStopped = async (t: AuditTools, graph: TargetGraph): Promise<boolean> =>
  waitUntil(t, async () => {
    const state = await readRunState(t, graph);
    return state === undefined ? !(await isSaveRejected(t, graph)) : state === 'stopped';
  });

const run = defineAuditArea('run', 'token', 'project', 'runtime');

const postVerb = (t: AuditTools, graphId: string, verb: string) =>
  t.http.post(pathTo`/api/graphs/${graphId}/${verb}`);

/** Creates a running graph, and stops it when the audit ends. */
const createRunningGraph = async (t: AuditTools): Promise<TargetGraph> => {
  const graph = await createBusyGraph(t);
  await givenSynced(t, graph);
  await givenRunning(t, graph);
  return graph;
};

/**
 * Defines an audit which checks that a verb rejects an unknown graph. The verb must first succeed for an existing
 * graph.
 */
const defineUnknownGraphAudit = (
  verb: 'sync' | 'run' | 'stop',
  requirement: 'SYNC-002' | 'RUN-START-002' | 'RUN-STOP-002',
) =>
  run.audit(`${verb}-unknown`, [requirement, 'ERR-014'], async (t) => {
    const graph = await createRunningGraph(t);
    t.given((await postVerb(t, graph.id, verb)).status !== 404, `${verb} of an existing graph`);
    t.for(requirement, 'ERR-014').mustFail(await postVerb(t, nonexistentId, verb), 404, 'GRAPH_NOT_FOUND');
  });

export const audits = [
  run.audit('sync-run-stop', ['SYNC-001', 'RUN-START-001', 'RUN-STOP-001'], async (t) => {
    const graph = await createBusyGraph(t);
    const synced = await postVerb(t, graph.id, 'sync');
    t.for('SYNC-001').mustSucceed(synced, 'a graph can be synchronized');
    t.given(synced.ok, 'a graph can be synchronized');
    t.defer(() => postVerb(t, graph.id, 'stop'));
    const started = await postVerb(t, graph.id, 'run');
    t.for('RUN-START-001').mustSucceed(started, 'a synchronized graph runs');
    t.given(started.ok, 'a synchronized graph runs');
    const isReported = await waitUntilRunning(t, graph);
    t.observe('a running graph is shown as different', isReported);

    const stopped = await postVerb(t, graph.id, 'stop');
    t.for('RUN-STOP-001').mustSucceed(stopped, 'a running graph stops');
    if (isReported)
      t.for('RUN-STOP-001').must(await waitUntilStopped(t, graph), 'the stopped graph is no longer running');
    t.given(stopped.ok, 'a running graph stops');
    const repeated = await postVerb(t, graph.id, 'run');
    t.for('RUN-START-001').mustSucceed(repeated, 'a stopped graph can be run again');
    if (isReported)
      t.for('RUN-START-001').must(await waitUntilRunning(t, graph), 'the second run is shown like the first');
  }),
  run.audit('states', ['RUN-001', 'RUN-003'], async (t) => {
    const graph = await createRunningGraph(t);
    t.for('RUN-001').mustEqual(
      await waitForState(t, graph, 'running'),
      'running',
      'a graph is running after run',
    );
    const stopped = await postVerb(t, graph.id, 'stop');
    t.for('RUN-003').mustSucceed(stopped, 'stop succeeds');
    t.for('RUN-003').mustEqual(
      await waitForState(t, graph, 'stopped'),
      'stopped',
      'a graph is stopped after stop',
    );
    await postGraphCommand(t, graph, 'run');
    t.for('RUN-001').mustEqual(
      await waitForState(t, graph, 'running'),
      'running',
      'a stopped graph is running after another run',
    );
  }),
  run.audit('open-choices', ['RUN-008'], async (t) => {
    const graph = await t.fixtures.graph();
    t.defer(() => postVerb(t, graph.id, 'stop'));
    const unsynced = await postVerb(t, graph.id, 'run');
    t.observe('run without sync', describeStatus(unsynced));
    const idle = await postVerb(t, graph.id, 'stop');
    t.observe('stop of a stopped graph', describeStatus(idle));
  }),
  run.audit('gated', ['AUTH-GATED-002'], async (t) => {
    const graph = await createRunningGraph(t);
    if (!(await waitUntilRunning(t, graph))) t.notApplicable('a running graph is not shown as different');
    await waitQuietWindow();
    t.given(await waitUntilRunning(t, graph), 'a graph keeps running until it is stopped');
    const refused = async (verb: string): Promise<Reply> => {
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/${verb}`, undefined, { token: null });
      t.mustNotSucceed(reply, `${verb} does not succeed without a token`);
      return reply;
    };
    const stop = await refused('stop');
    t.must(await waitUntilRunning(t, graph), 'a rejected stop leaves the graph running', { changedBy: stop });
    await postGraphCommand(t, graph, 'stop');
    t.given(await waitUntilStopped(t, graph), 'a stopped graph is shown as different');
    const run = await refused('run');
    t.must(await waitUntilStopped(t, graph), 'a rejected run leaves the graph stopped', { changedBy: run });
  }),
  defineUnknownGraphAudit('sync', 'SYNC-002'),
  defineUnknownGraphAudit('run', 'RUN-START-002'),
  defineUnknownGraphAudit('stop', 'RUN-STOP-002'),
  run.audit('workflow', ['OVER-FLOW-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const { output, input } = await t.fixtures.connectablePair(graph);
    const wired = await t.fixtures.connect(graph, output.port.id, input.port.id);
    t.mustSucceed(wired, 'ports can be connected');
    const value = await t.fixtures.port(graph, 'Float', 'input');
    const written = await t.fixtures.write(value.port.id, 0.5);
    t.mustSucceed(written, 'a port value can be set');
    for (const verb of ['sync', 'run', 'stop']) {
      const reply = await postVerb(t, graph.id, verb);
      t.mustSucceed(reply, `${verb} succeeds`);
    }
  }),
];
