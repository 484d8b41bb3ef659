/** Reconnects whenever the connection is lost, until the hub client is closed. */
import { SceneRuntimeError } from './error.ts';
import { callSafely } from './call-safely.ts';
import type { HubConnection } from './hub-connection.ts';

export type HubState = 'connected' | 'reconnecting' | 'closed';

/** Called on every change of state. `reason` is why the connection was lost or an attempt failed, if known. */
export type StateListener = (state: HubState, reason?: unknown) => void;

/** Delays before the attempts to reconnect, in milliseconds. The last delay is repeated. */
export const defaultRetryDelaysMs: readonly number[] = [100, 300, 1_000, 3_000, 10_000];

export interface ReconnectingConnection {
  /** The current connection, or `undefined` if there is none. */
  readonly connection: HubConnection | undefined;
  close(): Promise<void>;
}

interface ReconnectionOptions {
  openConnection(): Promise<HubConnection>;
  /** Prepares a new connection. If the preparation fails, the connection is dropped. */
  attachConnection(connection: HubConnection): Promise<void>;
  /** Called when the connection is lost. */
  detachConnection(): void;
  readonly delays: readonly number[];
  readonly onState: StateListener;
}

/**
 * Opens a connection that is opened again whenever it is lost.
 * @throws the error from `openConnection` or `attachConnection` for the first connection
 */
export const createReconnectingConnection = async (
  options: ReconnectionOptions,
): Promise<ReconnectingConnection> => {
  const { openConnection, attachConnection, detachConnection, delays } = options;
  let current: HubConnection | undefined;
  let closed = false;
  let wake = () => {};
  const notify: StateListener = (...change) => callSafely(() => options.onState(...change));

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const connect = async () => {
    const next = await openConnection();
    try {
      if (closed) throw createNotConnectedError();
      await attachConnection(next);
    } catch (failure) {
      await next.stop();
      throw failure;
    }
    current = next;
    notify('connected');
    void next.closed.then(handleConnectionLost);
  };

  const handleConnectionLost = (reason: unknown) => {
    if (closed) return;
    current = undefined;
    detachConnection();
    notify('reconnecting', reason);
    void reconnect();
  };

  const reconnect = async () => {
    for (let attempt = 0; !closed; attempt += 1) {
      await pause(delays[Math.min(attempt, delays.length - 1)] ?? 0);
      if (closed) return;
      try {
        return await connect();
      } catch (failure) {
        if (!closed) {
          detachConnection();
          notify('reconnecting', failure);
        }
      }
    }
  };

  await connect();
  return {
    get connection() {
      return current;
    },
    async close() {
      if (closed) return;
      closed = true;
      const last = current;
      current = undefined;
      detachConnection();
      wake();
      notify('closed');
      await last?.stop();
    },
  };
};

export const createNotConnectedError = (): SceneRuntimeError =>
  new SceneRuntimeError({
    code: 'NOT_CONNECTED',
    message: 'There is no connection to the hub. Nothing was sent. Try again when the state is connected.',
  });
