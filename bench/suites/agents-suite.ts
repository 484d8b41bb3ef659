import { runAgentTasks, type ServiceAddress } from '../agents/run-agent-tasks.ts';
import { eventTasks } from '../agents/tasks/event-tasks.ts';
import { graphBuildingTasks } from '../agents/tasks/graph-building-tasks.ts';
import { graphEditingTasks } from '../agents/tasks/graph-editing-tasks.ts';
import { graphRunningTasks } from '../agents/tasks/graph-running-tasks.ts';
import { sceneTasks } from '../agents/tasks/scene-tasks.ts';
import { builtCliPath } from '../start-cli-process.ts';
import { startTemporaryServer } from '../start-temporary-server.ts';
import { lazy } from '#spec/lazy.ts';
import { getReferenceServerSkipReason } from './reference-server-skip-reason.ts';
import type { AgentTask } from '../agents/agent-task.ts';
import type { Candidate, Comparison, Metric, RoundBudget } from '../harness/candidate.ts';
import type { Suite } from './suite.ts';

/** All tasks of a session, in the order in which they run. */
export const agentTasks: readonly AgentTask[] = [
  ...graphBuildingTasks,
  ...eventTasks,
  ...sceneTasks,
  ...graphEditingTasks,
  ...graphRunningTasks,
];

const agentsPlan = 3;
/** One round is enough, because the counts are the same in every round. */
const agentsBudget: RoundBudget = { rounds: 1, isCold: true, deadlineMs: 180_000 };

const referenceName = 'REST';
const agentsNote =
  'Calls and bytes of a scripted agent that uses only what responses contain, on a separate server that is checked after each task. Over REST it reads llms.txt first, and knows at no cost what that does not explain, such as the body of a batch. With tools it reads the tool list first.';

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

/** Measures the calls and bytes that an agent needs for its tasks, with MCP tools and over REST. */
export const agentsSuite: Suite = {
  id: 'agents',
  title: 'Agents',
  async run(context) {
    const skipReason = getReferenceServerSkipReason(context);
    const tasks = context.plan.quick ? agentTasks.slice(0, agentsPlan) : agentTasks;
    const server = lazy(() => startTemporaryServer(builtCliPath));
    const createAgentCandidate = (
      name: string,
      round: (service: ServiceAddress) => ReturnType<Candidate['round']>,
    ): Candidate => ({
      ...{ name, role: 'target' },
      ...(skipReason !== undefined && { skipReason }),
      open: async () => {
        await server();
      },
      round: async () => round(await server()),
    });
    const comparisons: readonly Comparison[] = [
      {
        ...{
          id: 'agents/session',
          title: `A session of ${tasks.length} tasks`,
          note: agentsNote,
          reference: referenceName,
          budget: agentsBudget,
        },
        metrics: sessionMetrics,
        candidates: (['tools', referenceName] as const).map((agentInterface) =>
          createAgentCandidate(agentInterface, async (service) => ({
            ...(await runAgentTasks(agentInterface, service, tasks)),
          })),
        ),
      },
      {
        ...{
          id: 'agents/tasks',
          title: 'Each task by itself',
          note: agentsNote,
          reference: referenceName,
          budget: agentsBudget,
        },
        metrics: taskMetrics,
        candidates: tasks.map((task) =>
          createAgentCandidate(task.prompt, (service) => measureTaskCost(service, task)),
        ),
      },
    ];
    try {
      for (const comparison of comparisons) await context.compare(comparison);
    } finally {
      if (skipReason === undefined) await (await server()).stop();
    }
  },
};

/** Measures the cost of one task with MCP tools and over REST. */
const measureTaskCost = async (service: ServiceAddress, task: AgentTask) => {
  const tools = await runAgentTasks('tools', service, [task]);
  const restCosts = await runAgentTasks(referenceName, service, [task]);
  return {
    ...{ toolCalls: tools.calls, restCalls: restCosts.calls },
    ...{ toolBytes: tools.bytes, restBytes: restCosts.bytes },
  };
};
