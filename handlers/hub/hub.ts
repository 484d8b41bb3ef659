/** The event hub (description: 'Events'; register: C-11, C-12). */
import { createConnection } from './connection.ts';
import { createFanOut } from './fan-out.ts';
import { defaultLimits } from './limits.ts';
import { createNegotiations } from './negotiation.ts';
import { systemScheduler } from './scheduler.ts';
import type { EventBus } from '#runtime/events/bus.ts';
import type { EventType } from '#spec/events.ts';
import type { Connection } from './connection.ts';
import type { HubLimits } from './limits.ts';
import type { Caller, RunAction } from './method.ts';
import type { NegotiateAnswer } from './negotiation.ts';
import type { Scheduler } from './scheduler.ts';
import type { Wire } from './wire.ts';

export interface HubOptions {
  readonly bus: EventBus;
  readonly runAction: RunAction;
  /** Told which event types anybody listens to, whenever that changes. */
  readonly onInterest: (types: readonly EventType[]) => void;
  readonly limits?: Partial<HubLimits>;
  readonly scheduler?: Scheduler;
  /** Told of failures that no fault explains; the client learns only that there was one. */
  readonly onFailure?: (failure: unknown) => void;
}

export interface Hub {
  readonly limits: HubLimits;
  /** Open connections, those before their handshake included. */
  readonly connections: number;
  /** Answers `POST /api/events/negotiate`. */
  negotiate(query: URLSearchParams): NegotiateAnswer;
  /** Whether a negotiated connection waits for its socket under this token. */
  knows(connectionToken: string): boolean;
  /** Takes over a socket; the token of a negotiated connection is used up. */
  accept(wire: Wire, caller: Caller, connectionToken?: string): void;
  /** Closes all connections with this reason; resolves when their sockets are closed. Later sockets are closed at once. */
  close(reason: string): Promise<void>;
}

/** Creates the hub of one service. It listens to the bus until it is closed. */
export const createHub = (options: HubOptions): Hub => {
  const { bus, runAction, onInterest, scheduler = systemScheduler, onFailure = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const fanOut = createFanOut(limits, scheduler, onInterest);
  const negotiations = createNegotiations(limits, scheduler);
  const connections = new Set<Connection>();
  const unsubscribe = bus.subscribe(fanOut.publish);
  let closing: string | undefined;

  return {
    limits,
    get connections() {
      return connections.size;
    },
    negotiate: negotiations.begin,
    knows: negotiations.knows,
    accept(wire, caller, connectionToken) {
      if (connectionToken !== undefined) negotiations.use(connectionToken);
      const connection = createConnection({ limits, scheduler, fanOut, runAction, onFailure }, wire, caller);
      connections.add(connection);
      connection.closed.then(() => connections.delete(connection));
      if (closing !== undefined) connection.close(closing);
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
