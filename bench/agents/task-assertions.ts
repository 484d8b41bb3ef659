/** Assertions about the outcome of a task. */
import type { RestCall } from './rest-agent.ts';
import { findGraphId, readConsoleLines, readGraph } from './graph-requests.ts';

/** @throws Error with the description when the condition is false */
export const assertThat = (condition: boolean, description: string): void => {
  if (!condition) throw new Error(`this is not so: ${description}`);
};

/** @throws Error when the graph's console does not contain the line the given number of times */
export const assertConsoleLine = async (
  call: RestCall,
  graph: string,
  line: string,
  times = 1,
): Promise<void> => {
  const id = await findGraphId(call, graph);
  assertThat(id !== '', `there is a graph ${graph}`);
  const lines = await readConsoleLines(call, id);
  const matches = lines.filter((candidate) => candidate.includes(line));
  assertThat(matches.length >= times, `${graph} printed '${line}', not only '${lines.join(' / ')}'`);
};

export const assertGraphState = async (call: RestCall, graph: string, state: string): Promise<void> =>
  assertThat((await readGraph(call, graph)).state === state, `${graph} is ${state}`);

export const readObjectPosition = async (call: RestCall, tag: string) => {
  const path = `/api/objects/${tag}/components/Transform/position`;
  return (await call<{ value: { x: number; y: number; z: number } }>('GET', path)).value;
};
