/** The event hub (description: 'Events'; register: C-11, C-12). */
import { createConnection } from './session/connection.ts';
import { createFanOut } from './volume/fan-out.ts';
import { createHistory } from './volume/history.ts';
import { defaultLimits } from './limits.ts';
import { type Past, pastOf } from './volume/replay.ts';
import { createNegotiations } from './protocol/negotiation.ts';
import { createRota } from './session/rota.ts';
import { systemScheduler } from '../scheduler.ts';
import { createTurn } from './session/turn.ts';
import type { EventBus } from '#runtime/controller/bus/bus.ts';
import type { EventType } from '#spec/events.ts';
import type { Connection } from './session/connection.ts';
import type { HubLimits } from './limits.ts';
import type { Caller, MethodContext, RunAction } from './methods/method.ts';
import type { NegotiateAnswer } from './protocol/negotiation.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Wire } from './protocol/wire.ts';

/** The stream that a hub brings to its clients. Numbers that it leaves out are told as a gap. */
export type HubStream = Pick<EventBus, 'streamId' | 'seq' | 'subscribe'>;

export interface HubOptions {
  readonly bus: HubStream;
  readonly runAction: RunAction;
  /** Waits for events that a client has from another hub of the same stream; there is no other when absent. */
  readonly reached?: MethodContext['reached'];
  /** Told which event types anybody listens to, whenever that changes. */
  readonly onInterest: (types: readonly EventType[]) => void;
  readonly limits?: Partial<HubLimits>;
  readonly scheduler?: Scheduler | undefined;
  /** Whether fields of arguments that nothing reads are refused rather than told. */
  readonly strict?: boolean;
  /** Called before each message is handled. */
  readonly beforeCall?: (() => void) | undefined;
  /** Told of failures that no fault explains; the client learns only that there was one. */
  readonly onFailure?: (failure: unknown) => void;
}

export interface Hub {
  readonly limits: HubLimits;
  /** Open connections, those before their handshake or between two sockets included. */
  readonly connections: number;
  /** Answers `POST /api/events/negotiate`. */
  negotiate(query: URLSearchParams): NegotiateAnswer;
  /** Whether a connection waits for its socket under this token, or may go on over another one. */
  knows(connectionToken: string): boolean;
  /** Takes over a socket; the token of a negotiated connection is used up, unless it has stateful reconnect. */
  accept(wire: Wire, caller: Caller, connectionToken?: string): void;
  /** The events of these types after a number that are still held. */
  past(seq: number, types: ReadonlySet<EventType>): Past;
  /** Sends the events that have come at once, rather than at the end of the turn. */
  flush(): void;
  /** Closes the connections of those who would not be let in now. */
  review(): void;
  /** Closes all connections with this reason; resolves when their sockets are closed. Later ones are refused. */
  close(reason: string): Promise<void>;
}

/** How many times more connections than are served may be there, to be told that they are not. */
const refusedFactor = 2;

/** Creates the hub of one service. It listens to the bus until it is closed. */
export const createHub = (options: HubOptions): Hub => {
  const {
    bus,
    runAction,
    onInterest,
    scheduler = systemScheduler,
    reached = () => undefined,
    strict = false,
    beforeCall,
    onFailure = () => {},
  } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const turn = createTurn(scheduler, onFailure);
  const fanOut = createFanOut(bus.streamId, limits, scheduler, turn, onInterest);
  const history = createHistory(bus.streamId, limits.history);
  const rota = createRota(limits, scheduler, beforeCall);
  const parts = {
    limits,
    scheduler,
    turn,
    rota,
    fanOut,
    history,
    stream: bus,
    runAction,
    reached,
    strict,
    onFailure,
  };
  const negotiations = createNegotiations(limits, scheduler);
  const connections = new Set<Connection>();
  /** Connections with stateful reconnect, by token. */
  const steady = new Map<string, Connection>();
  const unsubscribe = bus.subscribe((batch, first) => {
    history.add(batch, first);
    fanOut.publish(batch, first);
  });
  let closing: string | undefined;

  return {
    limits,
    get connections() {
      return connections.size;
    },
    negotiate: negotiations.begin,
    knows: (token) => steady.get(token)?.resumable ?? negotiations.knows(token),
    accept(wire, caller, connectionToken = '') {
      const known = steady.get(connectionToken);
      if (known?.resumable) return known.takeOver(wire, caller);
      if (connections.size >= refusedFactor * limits.connections) return wire.terminate();
      const { stateful } = negotiations.use(connectionToken);
      const full = connections.size >= limits.connections;
      const refusal =
        closing ?? (full ? `The hub serves ${limits.connections} connections at once` : undefined);
      const connection = createConnection({ hub: parts, wire, caller, stateful, refusal });
      connections.add(connection);
      if (stateful) steady.set(connectionToken, connection);
      void connection.closed.then(() => {
        connections.delete(connection);
        if (stateful) steady.delete(connectionToken);
      });
    },
    past: (seq, types) => pastOf(history, seq, types),
    flush: () => turn.safely(fanOut.flush),
    review() {
      for (const connection of connections) connection.review();
    },
    async close(reason) {
      closing = reason;
      unsubscribe();
      const all = [...connections];
      for (const connection of all) connection.close(reason);
      await Promise.all(all.map(({ closed }) => closed));
    },
  };
};
