import { openRest } from './by-rest.ts';
import { openTools } from './by-tools.ts';
import { solveByRest, solveByTools, untilSaid } from './solve.ts';
import type { Cost } from './meter.ts';
import type { Task } from './tasks.ts';

interface Evaluated {
  readonly tools: Cost;
  readonly routes: Cost;
}

/** Solves a task by tools, and again by routes. @throws Error when it was not done, or graphs were left behind */
export const evaluate = async (url: string, token: string, task: Task): Promise<Evaluated> => {
  const { call } = openRest(url, token);
  const graphs = async () => (await call('GET', '/api/graphs')) as { id: string; name: string }[];
  const check = async (name: string): Promise<void> => {
    const graph = (await graphs()).find((one) => one.name === name);
    await untilSaid(call, graph?.id ?? '', task.line);
  };
  const requireNothingLeft = async (): Promise<void> => {
    if ((await graphs()).length > 0) throw new Error(`a graph was left behind: ${task.told}`);
  };
  const tools = await openTools(url, token);
  const rest = openRest(url, token);
  try {
    await solveByTools(tools, task, check);
    await requireNothingLeft();
    await solveByRest(rest, task, check);
    await requireNothingLeft();
    return { tools: tools.cost, routes: rest.cost };
  } finally {
    await tools.close();
  }
};
