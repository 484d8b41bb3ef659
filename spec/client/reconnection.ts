/** Makes a connection again whenever it is lost, until it is closed. */
import { SceneRuntimeError } from './error.ts';
import { safely } from './safely.ts';
import type { Line } from './line.ts';

export type HubState = 'connected' | 'reconnecting' | 'closed';

/** Told of every change of state; with the reason, where one is known, of a loss and of each attempt that failed. */
export type OnState = (state: HubState, reason?: unknown) => void;

/** Waits before each attempt, in milliseconds; the last one repeats. */
export const usualDelays: readonly number[] = [100, 300, 1_000, 3_000, 10_000];

export interface Reconnection {
  /** The present connection; undefined while there is none. */
  readonly line: Line | undefined;
  close(): Promise<void>;
}

interface ReconnectionParts {
  dial(): Promise<Line>;
  /** Prepares a new connection; one for which this fails is given up. */
  enter(line: Line): Promise<void>;
  /** A connection is lost. */
  leave(): void;
  readonly delays: readonly number[];
  readonly onState: OnState;
}

/** @throws what `dial` and `enter` throw, for the first connection */
export const keepConnected = async (parts: ReconnectionParts): Promise<Reconnection> => {
  const { dial, enter, leave, delays } = parts;
  let line: Line | undefined;
  let closed = false;
  let wake = () => {};
  const tell: OnState = (...change) => safely(() => parts.onState(...change));

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const connect = async () => {
    const next = await dial();
    try {
      if (closed) throw notConnected();
      await enter(next);
    } catch (failure) {
      await next.hangUp();
      throw failure;
    }
    line = next;
    tell('connected');
    void next.lost.then(lose);
  };

  const lose = (reason: unknown) => {
    if (closed) return;
    line = undefined;
    leave();
    tell('reconnecting', reason);
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
          leave();
          tell('reconnecting', failure);
        }
      }
    }
  };

  await connect();
  return {
    get line() {
      return line;
    },
    async close() {
      if (closed) return;
      closed = true;
      const last = line;
      line = undefined;
      leave();
      wake();
      tell('closed');
      await last?.hangUp();
    },
  };
};

export const notConnected = (): SceneRuntimeError =>
  new SceneRuntimeError({
    code: 'NOT_CONNECTED',
    message: 'There is no connection to the hub: nothing was sent. Try again when the state is connected.',
  });
