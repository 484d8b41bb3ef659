/** Determines whether a graph is running, as far as the target shows this. */
import { setTimeout as wait } from 'node:timers/promises';
import { pathTo } from '../../target/id.ts';
import { toRoutePath } from '../../target/optional-routes.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

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
export const waitForState = async (
  t: AuditTools,
  graph: TargetGraph,
  expected: RunState,
): Promise<RunState> => {
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
export const waitUntilRunning = async (t: AuditTools, graph: TargetGraph): Promise<boolean> =>
  (await readRunState(t, graph)) === undefined
    ? isSaveRejected(t, graph)
    : waitUntil(t, async () => (await readRunState(t, graph)) === 'running');

/** Waits after `stop` until the target no longer shows the graph as running. Returns whether that happened in time. */
export const waitUntilStopped = async (t: AuditTools, graph: TargetGraph): Promise<boolean> =>
  waitUntil(t, async () => {
    const state = await readRunState(t, graph);
    return state === undefined ? !(await isSaveRejected(t, graph)) : state === 'stopped';
  });
