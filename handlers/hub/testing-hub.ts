import { createEventBus } from '../controller/bus/event-bus.ts';
import { createHub } from './hub.ts';
import { createFakeHubSocket } from './testing-hub-socket.ts';
import { createSteppedScheduler } from './testing-scheduler.ts';
import type { EventBus } from '../controller/bus/event-bus.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { HubLimits } from './hub-limits.ts';
import type { Hub } from './hub.ts';
import type { HubCaller, RunAction } from './methods/define-method.ts';
import type { FakeHubSocket, JsonHubMessage } from './testing-hub-socket.ts';
import type { SteppedScheduler } from './testing-scheduler.ts';

export interface FakeHub {
  readonly hub: Hub;
  readonly bus: EventBus;
  readonly scheduler: SteppedScheduler;
  /** The subscribed event types each time they were announced. */
  readonly interests: (readonly string[])[];
  readonly failures: unknown[];
  /** Publishes events and then ends the turn. */
  raise(batch: readonly RaisedEvent[]): void;
  connect(caller?: Partial<HubCaller>): FakeHubSocket;
  /** Opens a connection and completes its handshake. */
  connectWithHandshake(caller?: Partial<HubCaller>): FakeHubSocket;
}

export const handshakeRecord = '{"protocol":"json","version":1}\x1e';

/** Waits for pending work and then for the end of the turn. */
export const settleTurn = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates a hub with fake sockets and a stepped clock. By default, its only action echoes its parameters. */
export const createFakeHub = (
  limits: Partial<HubLimits> = {},
  runAction: RunAction = echo,
  strict = false,
): FakeHub => {
  const bus = createEventBus('s1');
  const scheduler = createSteppedScheduler();
  const interests: (readonly string[])[] = [];
  const failures: unknown[] = [];
  const hub = createHub({
    bus,
    runAction,
    scheduler,
    limits,
    strict,
    onInterest: (types) => interests.push(types),
    onFailure: (failure) => failures.push(failure),
  });
  const connect = (caller: Partial<HubCaller> = {}) => {
    const socket = createFakeHubSocket();
    hub.accept(socket, { isAuthenticated: true, isApiEnabled: true, ...caller });
    return socket;
  };
  const join = (caller?: Partial<HubCaller>) => {
    const socket = connect(caller);
    socket.send(handshakeRecord);
    return socket;
  };
  const raise = (batch: readonly RaisedEvent[]) => {
    bus.publish(batch);
    scheduler.endTurn();
  };
  return { hub, bus, scheduler, interests, failures, raise, connect, connectWithHandshake: join };
};

const echo: RunAction = async (action, parameters) => ({ action, result: parameters, tick: 7, seq: 1 });

/** Calls a hub method and waits for its completion. */
export const invokeHubMethod = async (
  socket: FakeHubSocket,
  target: string,
  ...args: unknown[]
): Promise<JsonHubMessage> => {
  const invocationId = `i${socket.bytes.length}`;
  const before = socket.bytes.length;
  socket.send(`${JSON.stringify({ type: 1, invocationId, target, arguments: args })}\x1e`);
  await settleTurn();
  const completion = listMessages(socket, before).find((message) => message.invocationId === invocationId);
  if (!completion) throw new Error(`${target} was not completed`);
  return completion;
};

/** Returns the messages that were written in frame `from` and later frames. */
export const listMessages = (socket: FakeHubSocket, from = 0): JsonHubMessage[] =>
  socket.frames.slice(from).flat();

/** Returns the arguments of all calls of one callback, in order. */
export const listCallbackArguments = (socket: FakeHubSocket, target: string): Record<string, unknown>[] =>
  listMessages(socket).flatMap((message) => (message.target === target ? message.arguments! : []));

export const listReceivedEvents = (socket: FakeHubSocket): Record<string, unknown>[] =>
  listCallbackArguments(socket, 'ReceiveEvent');
