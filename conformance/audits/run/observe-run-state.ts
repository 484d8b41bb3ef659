/** Whether a graph runs, as far as a target shows it. */
import { setTimeout as wait } from 'node:timers/promises';
import { pathTo } from '../../target/id.ts';
import { toRoutePath } from '../../target/optional-routes.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

type RunState = 'running' | 'stopped';

/** What a read of the graph tells; undefined where no route reads one, or it has neither of the two stated words. */
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

/** What a save that is refused shows: it is, while the graph runs. One that succeeds shows nothing. */
const isSaveRejected = async (t: AuditTools, graph: TargetGraph): Promise<boolean> => {
  const saved = await t.http.post(pathTo`/api/graphs/${graph.id}/save`);
  return saved.status === 409 && saved.at('error.code') === 'GRAPH_RUNNING';
};

/** Looks again until something shows, for as long as an event may take. */
const waitUntil = async (t: AuditTools, shows: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + t.manifest.timeouts.event;
  while (!(await shows())) {
    if (performance.now() > end) return false;
    await wait(pollMs);
  }
  return true;
};

const pollMs = 20;

/** The state that is shown, once it is the one that is expected, or for good another. */
export const waitForState = async (
  t: AuditTools,
  graph: TargetGraph,
  expected: RunState,
): Promise<RunState> => {
  const shown = await readRunState(t, graph);
  if (!shown) {
    const keys = 'choices.routes.getGraph, choices.paths "graph.state"';
    return t.unverified(`a graph that shows its state (${keys})`);
  }
  const isSo = await waitUntil(t, async () => (await readRunState(t, graph)) === expected);
  return isSo ? expected : shown;
};

/** Whether a graph that was told to run is shown to, by a read or by a save that is refused. */
export const waitUntilRunning = async (t: AuditTools, graph: TargetGraph): Promise<boolean> =>
  (await readRunState(t, graph)) === undefined
    ? isSaveRejected(t, graph)
    : waitUntil(t, async () => (await readRunState(t, graph)) === 'running');

/** Whether a graph that was told to stop, and was shown to run, does so no more. */
export const waitUntilStopped = async (t: AuditTools, graph: TargetGraph): Promise<boolean> =>
  waitUntil(t, async () => {
    const shown = await readRunState(t, graph);
    return shown === undefined ? !(await isSaveRejected(t, graph)) : shown === 'stopped';
  });
