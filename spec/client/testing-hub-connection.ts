import { SceneRuntimeError } from './error.ts';
import type { Envelope } from './event-types.ts';
import type { HubConnection, HubMethodName } from './hub-connection.ts';

export const createEvent = (seq: number, fields: Partial<Envelope> = {}): Envelope => ({
  type: 'graph.running',
  id: `${fields.streamId ?? 's1'}-${seq}`,
  streamId: 's1',
  seq,
  tick: 1,
  time: 0,
  data: {},
  ...fields,
});

type HubResponses = Partial<Record<HubMethodName, (...args: readonly unknown[]) => unknown>>;

/** Creates a connection that records calls and answers them immediately. */
export const createFakeConnection = (responses: HubResponses = {}) => {
  const calls: (readonly unknown[])[] = [];
  const connection: HubConnection = {
    invoke: async (method, ...args) => {
      calls.push([method, ...args]);
      return responses[method]?.(...args) as never;
    },
    closed: new Promise(() => {}),
    stop: async () => {},
  };
  return { connection, calls };
};

/** Throws the error of a connection that is lost during a call. */
export const throwConnectionLost = (): never => {
  throw new SceneRuntimeError({ code: 'CONNECTION_LOST', message: 'gone' });
};

/** Throws the error of a call that the hub rejects. */
export const throwHubError = (): never => {
  throw new SceneRuntimeError({ code: 'INVALID_REQUEST', message: 'malformed' });
};
