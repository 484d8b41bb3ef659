/** The event hub (description: 'Events'; C-11, C-12). */
import { type Scheduler, serviceScheduler } from '#runtime/shared/scheduler.ts';
import { createEventHistory, getPastEvents, type PastEvents } from './delivery/event-history.ts';
import { createFanOut } from './delivery/fan-out.ts';
import { defaultHubLimits, type HubLimits } from './hub-limits.ts';
import { createNegotiations, type NegotiateResponse } from './protocol/handshake.ts';
import { createHubConnection, type HubConnection } from './session/hub-connection.ts';
import { createFairScheduler, createFlushBatch } from './session/turn-scheduling.ts';
import type { EventBus } from '../controller/bus/event-bus.ts';
import type { HubCaller, MethodContext, RunAction } from './methods/define-method.ts';
import type { HubContext } from './session/session.ts';
import type { HubSocket } from './session/transport.ts';

/** The stream that a hub delivers to its clients. If sequence numbers are skipped, the hub reports them as a gap. */
export type HubStream = Pick<EventBus, 'streamId' | 'seq' | 'kinds' | 'subscribe'>;

export interface HubOptions {
  readonly bus: HubStream;
  readonly runAction: RunAction;
  /**
   * Waits for events that a client has already received from another hub of the same stream; absent if there is no
   * other hub.
   */
  readonly waitForSeq?: MethodContext['waitForSeq'];
  /** Called with the subscribed event types whenever they change. */
  readonly onInterest: (types: readonly string[]) => void;
  readonly limits?: Partial<HubLimits>;
  readonly scheduler?: Scheduler | undefined;
  /** Whether unknown fields in arguments are rejected instead of reported. */
  readonly strict?: boolean;
  /** Called before each message is handled. */
  readonly beforeCall?: (() => void) | undefined;
  /** Called with failures that are not an ApiError. The client learns only that its call failed. */
  readonly onFailure?: (failure: unknown) => void;
}

export interface Hub {
  readonly limits: HubLimits;
  /** The number of open connections, including those that are before their handshake or between two sockets. */
  readonly connections: number;
  /** Handles `POST /api/events/negotiate`. */
  negotiate(query: URLSearchParams): NegotiateResponse;
  /** Whether a connection with this token is waiting for its socket or may reconnect. */
  canConnect(connectionToken: string): boolean;
  /**
   * Accepts a socket. This uses up the token of a negotiated connection, unless the connection has stateful reconnect.
   */
  accept(socket: HubSocket, caller: HubCaller, connectionToken?: string): void;
  /** Returns the retained events of these types after a sequence number. */
  getPastEvents(seq: number, types: ReadonlySet<string>): PastEvents;
  /** Sends pending events immediately instead of at the end of the turn. */
  flush(): void;
  /** Closes the connections of clients that would now be rejected. */
  revalidateConnections(): void;
  /** Closes all connections with this reason, and rejects new connections. Resolves when all sockets are closed. */
  close(reason: string): Promise<void>;
}

/**
 * Connections beyond the limit are still accepted, up to this multiple of the limit, so that rejected clients learn the
 * reason.
 */
const rejectedConnectionFactor = 2;

/** Creates the hub of a service. The hub is subscribed to the bus until it is closed. */
export const createHub = (options: HubOptions): Hub => {
  const {
    bus,
    runAction,
    onInterest,
    scheduler = serviceScheduler,
    waitForSeq = () => undefined,
    strict = false,
    beforeCall,
    onFailure = () => {},
  } = options;
  const limits = { ...defaultHubLimits, ...options.limits };
  const flushBatch = createFlushBatch(scheduler, onFailure);
  const fanOut = createFanOut(bus.streamId, limits, scheduler, flushBatch, onInterest);
  const history = createEventHistory(bus.streamId, limits.history);
  const fairScheduler = createFairScheduler(limits, scheduler, beforeCall);
  const context: HubContext = {
    limits,
    scheduler,
    flushBatch,
    fairScheduler,
    fanOut,
    history,
    stream: bus,
    runAction,
    waitForSeq,
    strict,
    onFailure,
  };
  const negotiations = createNegotiations(limits, scheduler);
  const connections = new Set<HubConnection>();
  /** The connections that have stateful reconnect, keyed by token. */
  const reconnectableConnections = new Map<string, HubConnection>();
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
    negotiate: negotiations.negotiate,
    canConnect: (token) => reconnectableConnections.get(token)?.canResume ?? negotiations.isPending(token),
    accept(socket, caller, connectionToken = '') {
      const existing = reconnectableConnections.get(connectionToken);
      if (existing?.canResume) return existing.replaceSocket(socket, caller);
      if (connections.size >= rejectedConnectionFactor * limits.connections) return socket.terminate();
      const { stateful } = negotiations.consumeToken(connectionToken);
      const isFull = connections.size >= limits.connections;
      const rejectionReason =
        closing ?? (isFull ? `The hub serves ${limits.connections} connections at once` : undefined);
      const connection = createHubConnection({
        hub: context,
        socket,
        caller,
        isStateful: stateful,
        rejectionReason,
      });
      connections.add(connection);
      if (stateful) reconnectableConnections.set(connectionToken, connection);
      void connection.closed.then(() => {
        connections.delete(connection);
        if (stateful) reconnectableConnections.delete(connectionToken);
      });
    },
    getPastEvents: (seq, types) => getPastEvents(history, seq, types),
    flush: () => flushBatch.runSafely(fanOut.flush),
    revalidateConnections() {
      for (const connection of connections) connection.revalidate();
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
