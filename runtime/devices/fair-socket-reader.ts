import type { Duplex } from 'node:stream';

/**
 * Shares event-loop turns fairly between the connections of a server. Node handles all data of a read at once, which
 * can be 10,000 frames or requests. So each read is cut into slices. When the slices of a turn have used up its time,
 * the remaining data waits for the next turns, one slice per connection at a time.
 */
export interface FairSocketReader {
  /**
   * @param stream has one data listener, which gets the slices from now on
   * @param isHeld whether the caller has paused reading without pausing the stream; the caller has to resume the stream
   * @returns a function that stops slicing, so that the next data listener gets the stream
   */
  addStream(stream: Duplex, isHeld?: () => boolean): () => void;
}

/** The properties of a `ws` WebSocket that show whether it can read. */
interface PausableWebSocket {
  readonly isPaused: boolean;
  once(event: 'error', listener: () => void): unknown;
}

/** @param stream from which the WebSocket reads */
export const readWebSocketFairly = (
  reader: FairSocketReader,
  webSocket: PausableWebSocket,
  stream: Duplex,
): void => {
  const stop = reader.addStream(stream, () => webSocket.isPaused);
  // After an error, ws reads nothing more and discards further data.
  webSocket.once('error', () => {
    stop();
    stream.resume();
  });
};

/** Bytes per slice: at most 340 frames. */
const sliceBytes = 2_048;

/** Maximum milliseconds for the slices of one turn. */
const turnBudgetMs = 5;

/** Bytes between two readings of the clock. With fewer bytes in a turn, the clock isn't read at all. */
const bytesBetweenClockChecks = 4_096;

interface TurnClock {
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `run` after all pending work of this event-loop turn. */
  atEndOfTurn(run: () => void): void;
}

const systemTurnClock: TurnClock = {
  now: () => performance.now(),
  atEndOfTurn: (run) => void setImmediate(run),
};

export const createFairSocketReader = ({
  now,
  atEndOfTurn,
}: TurnClock = systemTurnClock): FairSocketReader => {
  /** A function for each stream with remaining data that reads its next slice. */
  const pendingReaders = new Set<() => void>();
  let isTurnActive = false;
  let turnStart = 0;
  let bytesSinceClock = 0;
  let isBudgetUsed = false;

  const beginTurn = (): void => {
    if (isTurnActive) return;
    isTurnActive = true;
    isBudgetUsed = false;
    turnStart = now();
    atEndOfTurn(endTurn);
  };
  const countBytes = (bytes: number): void => {
    bytesSinceClock += bytes;
    if (bytesSinceClock < bytesBetweenClockChecks) return;
    bytesSinceClock = 0;
    if (isTurnActive) isBudgetUsed ||= now() - turnStart >= turnBudgetMs;
    else beginTurn();
  };
  const endTurn = (): void => {
    isTurnActive = false;
    isBudgetUsed = false;
    if (pendingReaders.size === 0) return;
    beginTurn();
    // A stream with more data goes to the end of the queue.
    for (const readSlice of pendingReaders) {
      if (isBudgetUsed) return;
      pendingReaders.delete(readSlice);
      readSlice();
    }
  };

  return {
    addStream(stream, isHeld = () => false) {
      const listeners = stream.listeners('data');
      let isReadingSlice = false;
      let isStopped = false;
      const readSlice = (): void => {
        if (isHeld()) return;
        // Resumed, so that `isPaused` shows when a listener pauses the stream.
        stream.resume();
        isReadingSlice = true;
        stream.read(Math.min(sliceBytes, stream.readableLength));
        isReadingSlice = false;
        if (isStopped || stream.isPaused() || stream.readableLength === 0) return;
        stream.pause();
        enqueue();
      };
      const enqueue = (): void => {
        pendingReaders.add(readSlice);
        beginTurn();
      };
      const consume = (chunk: Buffer): void => {
        if (isReadingSlice || (chunk.length <= sliceBytes && !isBudgetUsed)) {
          for (const receive of listeners) receive.call(stream, chunk);
          countBytes(chunk.length);
          return;
        }
        stream.pause();
        stream.unshift(chunk);
        if (isBudgetUsed) enqueue();
        else readSlice();
      };
      const stop = (): void => {
        isStopped = true;
        pendingReaders.delete(readSlice);
        stream.off('data', consume);
      };
      stream.removeAllListeners('data');
      stream.on('data', consume);
      stream.prependOnceListener('close', stop);
      return stop;
    },
  };
};
