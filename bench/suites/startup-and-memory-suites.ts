import { setTimeout as wait } from 'node:timers/promises';
import {
  type Candidate,
  JobError,
  type Metric,
  type RoundBudget,
  type RoundMetrics,
} from '../harness/candidate.ts';
import { readCpuMs } from '../harness/process-cpu.ts';
import { measureCpu } from './metrics.ts';
import { readResidentMb } from '../harness/process-memory.ts';
import { builtCliPath, startCliProcess } from '../start-cli-process.ts';
import { startTemporaryServer } from '../start-temporary-server.ts';
import { toOptionalString } from '../target/loose-json.ts';
import { getReferenceServerSkipReason } from './reference-server-skip-reason.ts';
import type { Suite, SuiteContext } from './suite.ts';

/**
 * Source code of the smallest server that answers a health check. Like the service, the server prints its address as a
 * line of JSON when it has started.
 */
const minimalServerSource = `
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"status":"ok"}');
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port }));
  });
`;

const referenceName = 'node:http';

/** Measures the time until a new process has responded for the first time. */
export const startupSuite: Suite = {
  id: 'start',
  title: 'Start',
  run: (context) =>
    compareStartups(context, {
      id: 'start/first-200',
      title: 'From start to first response',
      note: 'CPU time of the main thread of a new server of this package on an empty project, until it has responded to GET /api/health, with the compile cache of an earlier start, beside a bare node:http server that is started the same way.',
      metric: { key: 'cpuMs', label: 'CPU', unit: 'ms', better: 'lower' },
      read: readCpuMs,
    }),
};

/** Measures the resident memory of a new process. */
export const memorySuite: Suite = {
  id: 'memory',
  title: 'Memory after the start',
  run: (context) =>
    compareStartups(context, {
      id: 'memory/first-200',
      title: 'Physical memory after the first response',
      note: 'Resident memory of a new server of this package on an empty project after its response to GET /api/health, beside a bare node:http server that is started the same way.',
      metric: { key: 'residentMb', label: 'resident', unit: 'MB', better: 'lower' },
      read: readResidentMb,
      // A few rounds are enough, because memory differs by only 1 % between starts.
      budget: { rounds: context.plan.longRounds, deadlineMs: context.plan.deadlineMs },
    }),
};

/** Measures the CPU time of a new process while nobody uses it. */
export const idleSuite: Suite = {
  id: 'idle',
  title: 'Idle',
  async run(context) {
    const { plan, compare } = context;
    const skipReason = getReferenceServerSkipReason(context);
    const createCandidate = (
      name: string,
      role: Candidate['role'],
      startService: () => Promise<StartedService>,
    ): Candidate => {
      let service: StartedService | undefined;
      let startedAt = 0;
      return {
        ...{ name, role },
        ...(skipReason !== undefined && { skipReason }),
        async open() {
          service = await startService();
          startedAt = performance.now();
        },
        async round() {
          await wait(Math.max(0, startedAt + plan.idle.settleMs - performance.now()));
          const { cpuMs } = await measureCpu(service?.pid, () => wait(plan.idle.ms));
          return { cpuMs: cpuMs / (plan.idle.ms / 1000) };
        },
        close: async () => service?.stop(),
      };
    };
    await compare({
      id: 'idle/empty-project',
      title: 'CPU time while nobody uses the service',
      note: `CPU time of the main thread of a server of this package on an empty project, from ${plan.idle.settleMs / 1000} s after its start, beside a bare node:http server.`,
      reference: referenceName,
      metrics: [{ key: 'cpuMs', label: 'CPU', unit: 'ms a second', better: 'lower', isErratic: true }],
      budget: { rounds: plan.idle.rounds, isCold: true, deadlineMs: plan.deadlineMs },
      candidates: [
        createCandidate('serve', 'target', () => startTemporaryServer(builtCliPath)),
        createCandidate(referenceName, 'floor', startMinimalServer),
      ],
    });
  },
};

/** One metric of a process, read immediately after the process has responded for the first time. */
interface StartupMeasurement {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly metric: Metric;
  readonly budget?: RoundBudget;
  /** @returns the value of the metric, or `undefined` when the operating system does not report it */
  read(pid: number): Promise<number | undefined>;
}

interface StartedService {
  readonly url: string;
  readonly pid?: number;
  stop(): Promise<void>;
}

const compareStartups = (context: SuiteContext, measurement: StartupMeasurement): Promise<void> => {
  const { id, title, note, metric, budget } = measurement;
  const skipReason = getReferenceServerSkipReason(context);
  const createCandidate = (
    name: string,
    role: Candidate['role'],
    startService: () => Promise<StartedService>,
  ): Candidate => ({
    ...{ name, role },
    ...(skipReason !== undefined && { skipReason }),
    round: () => measureFirstResponse(startService, measurement),
  });
  return context.compare({
    ...{ id, title, note, reference: referenceName, metrics: [metric], ...(budget && { budget }) },
    candidates: [
      createCandidate('serve', 'target', () => startTemporaryServer(builtCliPath)),
      createCandidate(referenceName, 'floor', startMinimalServer),
    ],
  });
};

const startMinimalServer = async (): Promise<StartedService> => {
  const { readyMessage, ...command } = await startCliProcess('-e', [minimalServerSource]);
  return { ...command, url: toOptionalString(readyMessage.url) ?? '' };
};

const measureFirstResponse = async (
  startService: () => Promise<StartedService>,
  { metric, read }: StartupMeasurement,
): Promise<RoundMetrics> => {
  const { url, pid, stop } = await startService();
  try {
    const { status } = await fetch(new URL('/api/health', url));
    if (status !== 200) throw new JobError(`the first response was ${status}`);
    return { [metric.key]: (pid === undefined ? undefined : await read(pid)) ?? Number.NaN };
  } finally {
    await stop();
  }
};
