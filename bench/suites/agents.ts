import { evaluate, type Service } from '../agents/evaluate.ts';
import { tasks } from '../agents/tasks/index.ts';
import { ownCli } from '../own-command.ts';
import { startOwnServer } from '../own-server.ts';
import { lazy } from './lazy.ts';
import { absenceOfOwn } from './own-server-absence.ts';
import type { Candidate, Comparison, Metric, RoundBudget } from '../harness/candidate.ts';
import type { Task } from '../agents/task.ts';
import type { Suite } from './suite.ts';

const few = 3;
/** Counts are the same in every round. */
const budget: RoundBudget = { rounds: 1, isCold: true, deadlineMs: 180_000 };

const reference = 'REST';
const note =
  'Calls and bytes either way, of a scripted agent that uses only what answers have told it, on a server of its own that is asked afterwards whether each task was done. By REST it reads llms.txt first, and knows for nothing what that does not tell, such as the body of a batch; by tools it reads which there are.';

const sessionMetrics: readonly Metric[] = [
  { key: 'calls', label: 'calls', unit: '', better: 'lower' },
  { key: 'bytes', label: 'bytes', unit: '', better: 'lower' },
];
const taskMetrics: readonly Metric[] = [
  { key: 'toolCalls', label: 'calls by tools', unit: '' },
  { key: 'restCalls', label: 'by REST', unit: '' },
  { key: 'toolBytes', label: 'bytes by tools', unit: '' },
  { key: 'restBytes', label: 'by REST', unit: '' },
];

/** What tasks cost agents, by tools and by routes. */
export const agents: Suite = {
  id: 'agents',
  title: 'Agents',
  async run(context) {
    const absence = absenceOfOwn(context);
    const chosen = context.plan.quick ? tasks.slice(0, few) : tasks;
    const server = lazy(() => startOwnServer(ownCli));
    const contestant = (
      name: string,
      round: (service: Service) => ReturnType<Candidate['round']>,
    ): Candidate => ({
      ...{ name, role: 'target' },
      ...(absence !== undefined && { absence }),
      open: async () => {
        await server();
      },
      round: async () => round(await server()),
      close: async () => {},
    });
    const comparisons: readonly Comparison[] = [
      {
        ...{ id: 'agents/session', title: `A session of ${chosen.length} tasks`, note, reference, budget },
        metrics: sessionMetrics,
        candidates: (['tools', reference] as const).map((road) =>
          contestant(road, async (service) => ({ ...(await evaluate(road, service, chosen)) })),
        ),
      },
      {
        ...{ id: 'agents/tasks', title: 'Each task by itself', note, reference, budget },
        metrics: taskMetrics,
        candidates: chosen.map((task) => contestant(task.told, (service) => costsOf(service, task))),
      },
    ];
    try {
      for (const comparison of comparisons) await context.compare(comparison);
    } finally {
      if (absence === undefined) await (await server()).stop();
    }
  },
};

/** What one task costs, either way. */
const costsOf = async (service: Service, task: Task) => {
  const tools = await evaluate('tools', service, [task]);
  const rest = await evaluate(reference, service, [task]);
  return {
    ...{ toolCalls: tools.calls, restCalls: rest.calls },
    ...{ toolBytes: tools.bytes, restBytes: rest.bytes },
  };
};
