import { formatErrorLine } from '../harness/candidate.ts';
import { createRestCall, openRestAgent, type RestCall } from './rest-agent.ts';
import { openMcpAgent } from './mcp-agent.ts';
import type { AgentCost } from './cost-meter.ts';
import type { AgentTask } from './agent-task.ts';

type AgentInterface = 'tools' | 'REST';

export interface ServiceAddress {
  readonly url: string;
  readonly token: string;
}

/** An agent of either kind, for the duration of a session. */
interface AgentSession {
  cost(): AgentCost;
  runTask(task: AgentTask): Promise<unknown>;
  close(): Promise<void>;
}

const openMcpSession = async ({ url, token }: ServiceAddress): Promise<AgentSession> => {
  const agent = await openMcpAgent(url, token);
  return { cost: () => agent.cost, runTask: (task) => task.runWithTools(agent), close: agent.close };
};

const openRestSession = async (
  { url, token }: ServiceAddress,
  readsCatalogue: boolean,
): Promise<AgentSession> => {
  const agent = await openRestAgent(url, token, readsCatalogue ? 'the catalogue' : 'searches');
  return { cost: () => agent.cost, runTask: (task) => task.runWithRest(agent), close: async () => {} };
};

/** Deletes everything that a task has created, so that the next task starts clean. */
const cleanUpService = async (call: RestCall): Promise<void> => {
  for (const { id } of await call<{ id: string }[]>('GET', '/api/graphs'))
    await call('DELETE', `/api/graphs/${id}?deleteFile=true`);
  for (const { id } of await call<{ id: string }[]>('GET', '/api/variables'))
    await call('DELETE', `/api/variables/${id}`);
  const preserve = ['main-camera', 'main-light'];
  await call('POST', '/api/actions/scene/clear', { preserve });
  await call('DELETE', '/api/console');
};

/** @throws Error when the task was not done */
const runAndCheckTask = async (call: RestCall, agent: AgentSession, task: AgentTask): Promise<void> => {
  try {
    await task.setUp?.(call);
    const reply = await agent.runTask(task);
    await task.check(call, typeof reply === 'string' ? reply : '');
  } catch (failure) {
    throw new Error(`${task.prompt} ${formatErrorLine(failure)}`, { cause: failure });
  } finally {
    await cleanUpService(call);
  }
};

/**
 * Lets an agent do the tasks one after another, and checks each task over REST.
 * @returns the cost of the session, including what the agent reads at the beginning
 * @throws Error when a task was not done
 */
export const runAgentTasks = async (
  agentInterface: AgentInterface,
  service: ServiceAddress,
  tasks: readonly AgentTask[],
): Promise<AgentCost> => {
  const call = createRestCall(service.url, service.token);
  const agent = await (agentInterface === 'tools'
    ? openMcpSession(service)
    : openRestSession(service, tasks.length > 1));
  try {
    for (const task of tasks) await runAndCheckTask(call, agent, task);
    return agent.cost();
  } finally {
    await agent.close();
  }
};
