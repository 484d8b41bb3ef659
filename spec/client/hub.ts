/** The hub as a client holds it: subscriptions and actions over a connection that is made again whenever it is lost. */
import { createCommands } from './commands.ts';
import { createFeed } from './feed.ts';
import { dial } from './line.ts';
import { keepConnected, notConnected, usualDelays } from './reconnection.ts';
import { createSubscription } from './subscription.ts';
import type { Commands } from './commands.ts';
import type { EventOf, PatternText } from './event-types.ts';
import type { Gap } from './feed.ts';
import type { Callbacks, Line, Protocol } from './line.ts';
import type { OnState, Reconnection } from './reconnection.ts';
import type { RestOptions } from './rest.ts';
import type { Filter } from './subscription.ts';

export interface ConnectOptions {
  /** Told whenever events may be missing. */
  readonly onGap?: (gap: Gap) => void;
  readonly onState?: OnState;
  /** Waits before each attempt to connect again, in milliseconds; the last one repeats. */
  readonly reconnect?: readonly number[];
  /** Most high-volume events of one source a second, 0.1 to 1,000; 20 unless told. */
  readonly rate?: number;
  /** The encoding, such as `new MessagePackHubProtocol()`; JSON when absent. */
  readonly protocol?: Protocol;
}

export interface SceneHub extends Commands {
  /**
   * Listens to the events whose type matches one of the patterns; resolves when they come. However many patterns match
   * an event, the listener gets it once. It goes on after the connection was lost, with what was missed. `unmatched` names
   * the patterns that can bring no event of this service, such as mistyped ones.
   * @throws SceneRuntimeError INVALID_REQUEST for a malformed pattern; NOT_CONNECTED once the hub is closed
   */
  subscribe<const P extends PatternText>(
    patterns: readonly P[],
    listener: (event: EventOf<P>) => void,
    filter?: Filter,
  ): Promise<{ readonly unmatched: readonly string[]; end(): Promise<void> }>;
  /** Ends all subscriptions and the connection. */
  close(): Promise<void>;
}

/** @throws what the SignalR client throws, when the first connection cannot be made */
export const connectHub = async (rest: RestOptions, options: ConnectOptions = {}): Promise<SceneHub> => {
  const { onGap = () => {}, onState = () => {}, reconnect = usualDelays, rate, protocol } = options;
  const feed = createFeed({ rate, onGap });
  let connection: Reconnection | undefined;
  let closed = false;
  const invoke: Line['invoke'] = async (method, ...args) => {
    if (!connection?.line) throw notConnected();
    return connection.line.invoke(method, ...args);
  };
  const commands = createCommands(invoke);
  const { act, actAll, ActionResponse, BatchActionResponse } = commands;
  const callbacks: Callbacks = { ReceiveEvent: feed.receive, ActionResponse, BatchActionResponse };

  connection = await keepConnected({
    dial: () => dial({ ...rest, protocol }, callbacks),
    enter: feed.enter,
    leave() {
      feed.leave();
      commands.giveUp();
    },
    delays: reconnect,
    onState,
  });

  return {
    act,
    actAll,
    async subscribe(patterns, listener, filter = {}) {
      if (closed) throw notConnected();
      const subscription = createSubscription(patterns, filter, listener as never);
      const unmatched = new Set(await feed.add(subscription));
      return {
        unmatched: patterns.filter((pattern) => unmatched.has(pattern.toLowerCase())),
        end: () => feed.remove(subscription),
      };
    },
    async close() {
      closed = true;
      feed.end();
      await connection.close();
    },
  };
};
