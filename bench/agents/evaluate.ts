import { messageOf } from '../harness/candidate.ts';
import { createCall, openRest, type Call } from './by-rest.ts';
import { openTools } from './by-tools.ts';
import type { Cost } from './meter.ts';
import type { Task } from './task.ts';

/** The two ways in which an agent can use the service. */
type Road = 'tools' | 'REST';

/** A service, by its address. */
export interface Service {
  readonly url: string;
  readonly token: string;
}

/** An agent on its way. */
interface Agent {
  cost(): Cost;
  solve(task: Task): Promise<unknown>;
  close(): Promise<void>;
}

const beginByTools = async ({ url, token }: Service): Promise<Agent> => {
  const agent = await openTools(url, token);
  return { cost: () => agent.cost, solve: (task) => task.byTools(agent), close: agent.close };
};

const beginByRest = async ({ url, token }: Service, isLong: boolean): Promise<Agent> => {
  const agent = await openRest(url, token, isLong ? 'the catalogue' : 'searches');
  return { cost: () => agent.cost, solve: (task) => task.byRest(agent), close: async () => {} };
};

/** Takes away whatever a task has made. */
const wipe = async (call: Call): Promise<void> => {
  for (const { id } of await call<{ id: string }[]>('GET', '/api/graphs'))
    await call('DELETE', `/api/graphs/${id}?deleteFile=true`);
  for (const { id } of await call<{ id: string }[]>('GET', '/api/variables'))
    await call('DELETE', `/api/variables/${id}`);
  const preserve = ['main-camera', 'main-light'];
  await call('POST', '/api/actions/scene/clear', { preserve });
  await call('DELETE', '/api/console');
};

/** @throws Error when the task was not done */
const requireDone = async (call: Call, agent: Agent, task: Task): Promise<void> => {
  try {
    await task.given?.(call);
    const reply = await agent.solve(task);
    await task.check(call, typeof reply === 'string' ? reply : '');
  } catch (failure) {
    throw new Error(`${task.told} ${messageOf(failure)}`, { cause: failure });
  } finally {
    await wipe(call);
  }
};

/**
 * Has an agent do tasks one after another, and asks over REST whether each was done.
 * @returns what it has cost, what it read at first included
 * @throws Error when a task was not done
 */
export const evaluate = async (road: Road, service: Service, tasks: readonly Task[]): Promise<Cost> => {
  const call = createCall(service.url, service.token);
  const agent = await (road === 'tools' ? beginByTools(service) : beginByRest(service, tasks.length > 1));
  try {
    for (const task of tasks) await requireDone(call, agent, task);
    return agent.cost();
  } finally {
    await agent.close();
  }
};
