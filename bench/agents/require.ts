/** What is asked about a task once it is said to be done. */
import type { Call } from './by-rest.ts';
import { idOf, linesOf, readGraph } from './routes.ts';

/** @throws Error that says what was to be true */
export const requireThat = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(`this is not so: ${what}`);
};

/** @throws Error when a graph has not said a line so many times */
export const requireSaid = async (call: Call, graph: string, line: string, times = 1): Promise<void> => {
  const id = await idOf(call, graph);
  requireThat(id !== '', `there is a graph ${graph}`);
  const lines = await linesOf(call, id);
  const said = lines.filter((one) => one.includes(line));
  requireThat(said.length >= times, `${graph} says '${line}', not only '${lines.join(' / ')}'`);
};

export const requireState = async (call: Call, graph: string, state: string): Promise<void> =>
  requireThat((await readGraph(call, graph)).state === state, `${graph} is ${state}`);

/** Where an object is. */
export const positionOf = async (call: Call, tag: string) => {
  const path = `/api/objects/${tag}/components/Transform/position`;
  return (await call<{ value: { x: number; y: number; z: number } }>('GET', path)).value;
};
