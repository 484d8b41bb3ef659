import { SceneRuntimeError } from './error.ts';
import type { Envelope } from './event-types.ts';
import type { Line, Method } from './line.ts';

export const eventAt = (seq: number, other: Partial<Envelope> = {}): Envelope => ({
  type: 'graph.running',
  id: `${other.streamId ?? 's1'}-${seq}`,
  streamId: 's1',
  seq,
  tick: 1,
  time: 0,
  data: {},
  ...other,
});

type Answers = Partial<Record<Method, (...args: readonly unknown[]) => unknown>>;

/** A connection that keeps what is called, and answers at once. */
export const createFakeLine = (answers: Answers = {}) => {
  const calls: (readonly unknown[])[] = [];
  const line: Line = {
    invoke: async (method, ...args) => {
      calls.push([method, ...args]);
      return answers[method]?.(...args) as never;
    },
    lost: new Promise(() => {}),
    hangUp: async () => {},
  };
  return { line, calls };
};

/** What the connection throws that is lost in the middle of a call. */
export const lose = (): never => {
  throw new SceneRuntimeError({ code: 'CONNECTION_LOST', message: 'gone' });
};

/** What the hub throws that does not like a call. */
export const refuse = (): never => {
  throw new SceneRuntimeError({ code: 'INVALID_REQUEST', message: 'malformed' });
};
