/** Whether a graph runs, as far as a target shows it. */
import { setTimeout as wait } from 'node:timers/promises';
import { pathTo } from '../../target/id.ts';
import { pathOf } from '../../target/routes.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

type State = 'running' | 'stopped';

/** What a read of the graph tells; undefined where no route reads one, or it has neither of the two stated words. */
const shownState = async (t: AuditTools, graph: LabGraph): Promise<State | undefined> => {
  const route = t.route('getGraph');
  if (!route) return undefined;
  const { json } = await t.http.send(route.method, pathOf(route, graph.id));
  const state = t.fields.read(json, 'graph.state');
  const word = typeof state === 'string' ? state.toLowerCase() : undefined;
  if (word === 'running' || word === 'stopped') return word;
  const running = t.fields.read(json, 'graph.running');
  return typeof running === 'boolean' ? (running ? 'running' : 'stopped') : undefined;
};

/** What a save that is refused shows: it is, while the graph runs. One that succeeds shows nothing. */
const isSaveRefused = async (t: AuditTools, graph: LabGraph): Promise<boolean> => {
  const saved = await t.http.post(pathTo`/api/graphs/${graph.id}/save`);
  return saved.status === 409 && saved.at('error.code') === 'GRAPH_RUNNING';
};

/** Looks again until something shows, for as long as an event may take. */
const comesTrue = async (t: AuditTools, shows: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + t.manifest.timeouts.event;
  while (!(await shows())) {
    if (performance.now() > end) return false;
    await wait(pollMs);
  }
  return true;
};

const pollMs = 20;

/** The state that is shown, once it is the one that is expected, or for good another. */
export const stateBecoming = async (t: AuditTools, graph: LabGraph, expected: State): Promise<State> => {
  const shown = await shownState(t, graph);
  if (!shown) {
    const keys = 'choices.routes.getGraph, choices.paths "graph.state"';
    return t.unverified(`a graph that shows its state (${keys})`);
  }
  const isSo = await comesTrue(t, async () => (await shownState(t, graph)) === expected);
  return isSo ? expected : shown;
};

/** Whether a graph that was told to run is shown to, by a read or by a save that is refused. */
export const isRunning = async (t: AuditTools, graph: LabGraph): Promise<boolean> =>
  (await shownState(t, graph)) === undefined
    ? isSaveRefused(t, graph)
    : comesTrue(t, async () => (await shownState(t, graph)) === 'running');

/** Whether a graph that was told to stop, and was shown to run, does so no more. */
export const standsStill = async (t: AuditTools, graph: LabGraph): Promise<boolean> =>
  comesTrue(t, async () => {
    const shown = await shownState(t, graph);
    return shown === undefined ? !(await isSaveRefused(t, graph)) : shown === 'stopped';
  });
