/** What is asked about a task once it is said to be done. */
import type { RestCall } from './rest-agent.ts';
import { findGraphId, readConsoleLines, readGraph } from './graph-requests.ts';

/** @throws Error that says what was to be true */
export const assertThat = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(`this is not so: ${what}`);
};

/** @throws Error when a graph has not said a line so many times */
export const assertConsoleLine = async (
  call: RestCall,
  graph: string,
  line: string,
  times = 1,
): Promise<void> => {
  const id = await findGraphId(call, graph);
  assertThat(id !== '', `there is a graph ${graph}`);
  const lines = await readConsoleLines(call, id);
  const said = lines.filter((one) => one.includes(line));
  assertThat(said.length >= times, `${graph} printed '${line}', not only '${lines.join(' / ')}'`);
};

export const assertGraphState = async (call: RestCall, graph: string, state: string): Promise<void> =>
  assertThat((await readGraph(call, graph)).state === state, `${graph} is ${state}`);

/** Where an object is. */
export const readObjectPosition = async (call: RestCall, tag: string) => {
  const path = `/api/objects/${tag}/components/Transform/position`;
  return (await call<{ value: { x: number; y: number; z: number } }>('GET', path)).value;
};
