import { bareServer } from '../floors/bare-server.ts';
import { JobFailure } from '../harness/candidate.ts';
import { cpuMsOf } from '../harness/process-cpu.ts';
import { residentMbOf } from '../harness/process-memory.ts';
import { ownCli, startOwnCommand } from '../own-command.ts';
import { startOwnServer } from '../own-server.ts';
import { textOf } from '../target/json.ts';
import { absenceOfOwn } from './own-server-absence.ts';
import type { Candidate, Figures, Metric, RoundBudget } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const reference = 'node:http';

/** What it takes until a new process has answered for the first time. */
export const start: Suite = {
  id: 'start',
  title: 'Start',
  run: (context) =>
    compareStarts(context, {
      id: 'start/first-200',
      title: 'From nothing to the first answer',
      note: 'CPU time of the first thread of a new server of this package on an empty project, until it has answered GET /api/health, with what an earlier start has compiled, beside a bare node:http server that is started the same way.',
      metric: { key: 'cpuMs', label: 'CPU', unit: 'ms', better: 'lower' },
      read: cpuMsOf,
    }),
};

/** What a new process holds. */
export const memory: Suite = {
  id: 'memory',
  title: 'Memory after the start',
  run: (context) =>
    compareStarts(context, {
      id: 'memory/first-200',
      title: 'Physical memory after the first answer',
      note: 'Resident memory of a new server of this package on an empty project once it has answered GET /api/health, beside a bare node:http server that is started the same way.',
      metric: { key: 'residentMb', label: 'resident', unit: 'MB', better: 'lower' },
      read: residentMbOf,
      // It differs by a hundredth from start to start.
      budget: { rounds: context.plan.longRounds, deadlineMs: context.plan.deadlineMs },
    }),
};

/** One figure of a process that has just answered. */
interface Reading {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly metric: Metric;
  readonly budget?: RoundBudget;
  /** @returns undefined where the system does not tell */
  read(pid: number): Promise<number | undefined>;
}

interface Started {
  readonly url: string;
  readonly pid?: number;
  stop(): Promise<void>;
}

const compareStarts = (context: SuiteContext, reading: Reading): Promise<void> => {
  const { id, title, note, metric, budget } = reading;
  const absence = absenceOfOwn(context);
  const contestant = (name: string, role: Candidate['role'], begin: () => Promise<Started>): Candidate => ({
    ...{ name, role },
    ...(absence !== undefined && { absence }),
    open: async () => {},
    round: () => readFirstAnswer(begin, reading),
    close: async () => {},
  });
  return context.compare({
    ...{ id, title, note, reference, metrics: [metric], ...(budget && { budget }) },
    candidates: [
      contestant('serve', 'target', () => startOwnServer(ownCli)),
      contestant(reference, 'floor', startBare),
    ],
  });
};

const startBare = async (): Promise<Started> => {
  const { ready, ...command } = await startOwnCommand('-e', [bareServer]);
  return { ...command, url: textOf(ready.url) ?? '' };
};

const readFirstAnswer = async (
  begin: () => Promise<Started>,
  { metric, read }: Reading,
): Promise<Figures> => {
  const { url, pid, stop } = await begin();
  try {
    const { status } = await fetch(new URL('/api/health', url));
    if (status !== 200) throw new JobFailure(`the first answer was ${status}`);
    return { [metric.key]: (pid === undefined ? undefined : await read(pid)) ?? Number.NaN };
  } finally {
    await stop();
  }
};
