import { JobFailure } from '../harness/candidate.ts';
import { objectOf } from '../target/json.ts';
import { contestantsOf, socketIoName, wsSend } from './contestants.ts';
import { lazy } from './lazy.ts';
import { measureCpu, tellsCpu } from './server-cpu.ts';
import { p50, p99 } from './latency.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Contestant } from './contestants.ts';
import type { Suite, SuiteContext } from './suite.ts';

const rate: readonly Metric[] = [
  { key: 'answers', label: 'answers', unit: 'k/s', better: 'higher' },
  p50,
  p99,
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];
const perCpu: Metric = { key: 'perCpu', label: 'answers', unit: 'k/s of CPU', better: 'higher' };

/** Connections, and commands that each of them has under way. */
const shapes = [
  { connections: 32, window: 1 },
  { connections: 1, window: 32 },
];

/** A floor that reads and answers as little as it can is `ws` alone. */
const reference = 'ws';

/** Commands with a request id over the hub. */
export const hubActions: Suite = {
  id: 'hub-actions',
  title: 'Hub actions',
  starts: 2,
  async run(context) {
    const entrants = contestantsOf(context)
      .filter(({ name, role }) => role === 'target' || name === wsSend || name === socketIoName)
      .map((contestant) => (contestant.name === wsSend ? { ...contestant, name: reference } : contestant));
    const metrics = (await tellsCpu(context)) ? [...rate, perCpu] : rate;
    for (const shape of shapes) {
      const { connections, window } = shape;
      const answer: Recorded = { fields: {} };
      await context.compare({
        id: `hub-actions/${connections}x${window}`,
        title: `SendAction with a request id, ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${window} under way on each`,
        note: 'log.console while nobody is subscribed. The floor parses the message and gives the answer that the target gave; socket.io gives it as the acknowledgement of an emit. Every command has to be answered once, and none refused.',
        metrics,
        reference,
        candidates: entrants.map((contestant) => candidateOf(context, contestant, shape, answer)),
      });
    }
  },
};

/** The first target goes first, and all floors and peers give its answer. */
interface Recorded {
  fields: object;
}

const candidateOf = (
  { plan, start }: SuiteContext,
  contestant: Contestant,
  { connections, window }: (typeof shapes)[number],
  recorded: Recorded,
): Candidate => {
  const { name, role, target, leads, dialect, absence } = contestant;
  const load = lazy(() => start('action-load'));
  return {
    name,
    role,
    ...(target !== undefined && { target }),
    ...(absence !== undefined && { absence }),
    async open() {
      const hub = await contestant.locate({ answer: recorded.fields });
      const { answer } = await load().ask('open', { hub, dialect, connections });
      if (leads) recorded.fields = responseIn(answer);
    },
    async round() {
      const { result, cpuMs } = await measureCpu(contestant.pid(), () =>
        load().ask('run', { window, ms: plan.roundMs, count: plan.roundCount }),
      );
      if (result.complaint !== undefined) throw new JobFailure(result.complaint);
      return {
        answers: result.answered / result.ms,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        generatorCpu: result.generatorCpu,
        perCpu: result.answered / cpuMs,
      };
    },
    close: async () => {
      if (absence === undefined) await load().ask('close', undefined);
    },
  };
};

/** The argument of the ActionResponse among the records of a message. */
const responseIn = (text: string): object => {
  const records = text.split('\x1e').filter((record) => record !== '');
  const messages = records.map((record) => objectOf(JSON.parse(record)));
  const response = messages.find(({ target }) => target === 'ActionResponse');
  return Array.isArray(response?.arguments) ? objectOf(response.arguments[0]) : {};
};
