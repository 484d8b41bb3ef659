import { SceneRuntimeError } from './error.ts';
import type { Envelope } from './event-types.ts';
import type { HubConnection, HubMethodName } from './hub-connection.ts';

export const createEvent = (seq: number, other: Partial<Envelope> = {}): Envelope => ({
  type: 'graph.running',
  id: `${other.streamId ?? 's1'}-${seq}`,
  streamId: 's1',
  seq,
  tick: 1,
  time: 0,
  data: {},
  ...other,
});

type HubResponses = Partial<Record<HubMethodName, (...args: readonly unknown[]) => unknown>>;

/** A connection that records calls and answers at once. */
export const createFakeConnection = (answers: HubResponses = {}) => {
  const calls: (readonly unknown[])[] = [];
  const line: HubConnection = {
    invoke: async (method, ...args) => {
      calls.push([method, ...args]);
      return answers[method]?.(...args) as never;
    },
    closed: new Promise(() => {}),
    stop: async () => {},
  };
  return { line, calls };
};

/** Throws the error of a connection that is lost during a call. */
export const throwConnectionLost = (): never => {
  throw new SceneRuntimeError({ code: 'CONNECTION_LOST', message: 'gone' });
};

/** Throws the error of a call that the hub rejects. */
export const throwHubError = (): never => {
  throw new SceneRuntimeError({ code: 'INVALID_REQUEST', message: 'malformed' });
};
