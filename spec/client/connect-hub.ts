/** The hub client: subscriptions and actions over a connection that is reestablished after it is lost. */
import { createHubActions } from './hub-actions.ts';
import { createEventDispatcher } from './event-dispatcher.ts';
import { openHubConnection } from './hub-connection.ts';
import {
  createReconnectingConnection,
  createNotConnectedError,
  defaultRetryDelaysMs,
} from './reconnection.ts';
import { createSubscription } from './subscription.ts';
import type { HubActions } from './hub-actions.ts';
import type { EventOf, SuggestedPattern } from './event-types.ts';
import type { Gap } from './event-dispatcher.ts';
import type { HubCallbacks, HubConnection, Protocol } from './hub-connection.ts';
import type { StateListener, ReconnectingConnection } from './reconnection.ts';
import type { RestOptions } from './rest-client.ts';
import type { Filter } from './subscription.ts';

export interface ConnectOptions {
  /** Called whenever events may be missing. */
  readonly onGap?: (gap: Gap) => void;
  readonly onState?: StateListener;
  /** Delay before each attempt to reconnect, in milliseconds. The last delay is repeated. */
  readonly reconnect?: readonly number[];
  /** Maximum number of high-volume events per second from one source, from 0.1 to 1,000. The default is 20. */
  readonly rate?: number;
  /** The encoding, such as `new MessagePackHubProtocol()`. The default is JSON. */
  readonly protocol?: Protocol;
}

export interface SceneHub extends HubActions {
  /**
   * Subscribes to events whose type matches one of the patterns, and resolves when the subscription is live. The
   * listener receives each event only once, even if several patterns match. After a lost connection, the listener
   * receives the events that it missed. `unmatched` lists the patterns that match no event of this service, such as
   * patterns with typos.
   * @throws SceneRuntimeError INVALID_REQUEST for a malformed pattern; NOT_CONNECTED after the hub was closed
   */
  subscribe<const P extends SuggestedPattern>(
    patterns: readonly P[],
    listener: (event: EventOf<P>) => void,
    filter?: Filter,
  ): Promise<{ readonly unmatched: readonly string[]; end(): Promise<void> }>;
  /** Ends all subscriptions and closes the connection. */
  close(): Promise<void>;
}

/**
 * Connects to the hub.
 * @throws the SignalR client's error if the first connection fails
 */
export const connectHub = async (
  restOptions: RestOptions,
  options: ConnectOptions = {},
): Promise<SceneHub> => {
  const { onGap = () => {}, onState = () => {}, reconnect = defaultRetryDelaysMs, rate, protocol } = options;
  const dispatcher = createEventDispatcher({ rate, onGap });
  let connection: ReconnectingConnection | undefined;
  let closed = false;
  const invoke: HubConnection['invoke'] = async (method, ...args) => {
    if (!connection?.connection) throw createNotConnectedError();
    return connection.connection.invoke(method, ...args);
  };
  const commands = createHubActions(invoke);
  const { act, actAll, ActionResponse, BatchActionResponse } = commands;
  const callbacks: HubCallbacks = { ReceiveEvent: dispatcher.receive, ActionResponse, BatchActionResponse };

  connection = await createReconnectingConnection({
    openConnection: () => openHubConnection({ ...restOptions, protocol }, callbacks),
    attachConnection: dispatcher.attachConnection,
    detachConnection() {
      dispatcher.detachConnection();
      commands.rejectPending();
    },
    delays: reconnect,
    onState,
  });

  return {
    act,
    actAll,
    async subscribe(patterns, listener, filter = {}) {
      if (closed) throw createNotConnectedError();
      const subscription = createSubscription(patterns, filter, listener as never);
      const unmatched = new Set(await dispatcher.add(subscription));
      return {
        unmatched: patterns.filter((pattern) => unmatched.has(pattern.toLowerCase())),
        end: () => dispatcher.remove(subscription),
      };
    },
    async close() {
      closed = true;
      dispatcher.end();
      await connection.close();
    },
  };
};
