import { existsSync } from 'node:fs';
import { lazy } from '#spec/lazy.ts';
import { floodAction } from '../../load/event-flood.ts';
import { builtCliPath } from '../../start-cli-process.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { createTarget } from '../../target/target.ts';
import type { Candidate, Metric } from '../../harness/candidate.ts';
import type { SuiteContext } from '../suite.ts';

const metrics: readonly Metric[] = [
  { key: 'healthP50Ms', label: 'health p50', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'healthP99Ms', label: 'health p99', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'actionP50Ms', label: 'action p50', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'actionP99Ms', label: 'action p99', unit: 'ms', better: 'lower', isErratic: true },
];

const referenceName = 'a runtime without events';

/** Milliseconds between two requests. Each request is due at this interval, even if the previous request was slow. */
const callIntervalMs = 5;

/** Measures how REST calls and actions perform while a runtime sends many events. */
export const compareFloodedLink = ({ plan, compare, start }: SuiteContext): Promise<void> => {
  const probe = lazy(() => start('http-probe'));
  const createCandidate = (name: string, role: Candidate['role'], eventsPerSecond: number): Candidate => {
    const flood = lazy(() => start('event-flood'));
    let server: ReturnType<typeof startTemporaryServer> | undefined;
    return {
      ...{ name, role },
      ...(!existsSync(builtCliPath) && { skipReason: `${builtCliPath} is not built` }),
      async open() {
        server = startTemporaryServer(builtCliPath, 'external');
        const { url } = await server;
        const link = new URL('/runtime', url.replace(/^http/, 'ws')).href;
        await flood().call('open', { link, eventsPerSecond });
      },
      async round() {
        if (!server) throw new Error('the server is not started');
        const { address, token } = createTarget(await server);
        const measure = (request: { method: 'GET' | 'POST'; path: string; body?: object }) =>
          probe().call('run', {
            ...{ address, intervalMs: callIntervalMs, ms: (2 / 3) * plan.pace.ms },
            request: { ...request, ...(token !== undefined && { token }) },
          });
        const health = await measure({ method: 'GET', path: '/api/health' });
        const action = await measure({
          method: 'POST',
          path: `/api/actions/${floodAction.replace('.', '/')}`,
          body: {},
        });
        return {
          ...{ healthP50Ms: health.p50Ms, healthP99Ms: health.p99Ms },
          ...{ actionP50Ms: action.p50Ms, actionP99Ms: action.p99Ms },
        };
      },
      async close() {
        await flood().call('close', undefined);
        await flood().stop();
        await (await server)?.stop();
      },
    };
  };
  return compare({
    id: 'runtime-link/flood',
    title: 'REST while a runtime sends many events',
    note: `Servers of this package, each with a runtime in its own process that sends one message of events in each of 60 steps a second. One request is due every ${callIntervalMs} ms; a delayed request counts from when it was due. Each action is a command to the runtime, whose response follows the events that the runtime has sent before.`,
    metrics,
    reference: referenceName,
    budget: { rounds: plan.longRounds, deadlineMs: 40_000 },
    candidates: [
      createCandidate('50,000 events a second', 'target', 50_000),
      createCandidate('10,000 events a second', 'target', 10_000),
      createCandidate(referenceName, 'floor', 0),
    ],
  });
};
