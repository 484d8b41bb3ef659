import { type Candidate, JobError, type Metric } from '../harness/candidate.ts';
import { toJsonObject } from '../target/loose-json.ts';
import { type HubServer, listHubServers, socketIoName, wsSendName } from './hub-servers.ts';
import { lazy } from '#spec/lazy.ts';
import { canReadCpu, measureCpu, p50Metric, p99Metric } from './metrics.ts';
import type { Suite, SuiteContext } from './suite.ts';

const commandRateMetric: readonly Metric[] = [
  { key: 'answers', label: 'answers', unit: 'k/s', better: 'higher' },
  p50Metric,
  p99Metric,
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];
const perCpuMetric: Metric = { key: 'perCpu', label: 'answers', unit: 'k/s of CPU', better: 'higher' };

/** Combinations of the number of connections and the number of commands in flight on each connection. */
const loadShapes = [
  { connections: 32, window: 1 },
  { connections: 1, window: 32 },
];

/** The bare `ws` package is the reference, because it reads and responds with the least work. */
const referenceName = 'ws';

/** Measures commands with a request id over the hub. */
export const hubActionsSuite: Suite = {
  id: 'hub-actions',
  title: 'Hub actions',
  starts: 2,
  async run(context) {
    const servers = listHubServers(context)
      .filter(({ name, role }) => role === 'target' || name === wsSendName || name === socketIoName)
      .map((server) => (server.name === wsSendName ? { ...server, name: referenceName } : server));
    const metrics = (await canReadCpu(context)) ? [...commandRateMetric, perCpuMetric] : commandRateMetric;
    for (const loadShape of loadShapes) {
      const { connections, window } = loadShape;
      const recordedResponse: RecordedResponse = { fields: {} };
      await context.compare({
        id: `hub-actions/${connections}x${window}`,
        title: `SendAction with a request id, ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${window} under way on each`,
        note: 'log.console without subscribers. The baseline parses the message and returns the response of the target; socket.io returns it as the acknowledgement of an emit. Every command must get exactly one response, and none may be rejected.',
        metrics,
        reference: referenceName,
        candidates: servers.map((server) => createCandidate(context, server, loadShape, recordedResponse)),
      });
    }
  },
};

/** The first target's response. The first target runs first, and all baselines and peers return its response. */
interface RecordedResponse {
  fields: object;
}

const createCandidate = (
  { plan, start }: SuiteContext,
  server: HubServer,
  { connections, window }: (typeof loadShapes)[number],
  recorded: RecordedResponse,
): Candidate => {
  const { name, role, target, isReference, protocol, skipReason } = server;
  const load = lazy(() => start('action-load'));
  return {
    name,
    role,
    ...(target !== undefined && { target }),
    ...(skipReason !== undefined && { skipReason }),
    async open() {
      const hub = await server.getAddress({ response: recorded.fields });
      const { response } = await load().call('open', { hub, protocol, connections });
      if (isReference) recorded.fields = parseActionResponse(response);
    },
    async round() {
      const { result, cpuMs } = await measureCpu(server.getPid(), () =>
        load().call('run', { maxInFlight: window, ms: plan.roundMs, count: plan.roundCount }),
      );
      if (result.failure !== undefined) throw new JobError(result.failure);
      return {
        answers: result.completed / result.ms,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        generatorCpu: result.generatorCpu,
        perCpu: result.completed / cpuMs,
      };
    },
    close: async () => {
      if (skipReason === undefined) await load().call('close', undefined);
    },
  };
};

/** Returns the argument of the ActionResponse record in a message. */
const parseActionResponse = (text: string): object => {
  const records = text.split('\x1e').filter((record) => record !== '');
  const messages = records.map((record) => toJsonObject(JSON.parse(record)));
  const response = messages.find(({ target }) => target === 'ActionResponse');
  return Array.isArray(response?.arguments) ? toJsonObject(response.arguments[0]) : {};
};
