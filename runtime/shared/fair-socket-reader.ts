import { type Scheduler, serviceScheduler } from './scheduler.ts';
import type { Duplex } from 'node:stream';

/** The properties of a `ws` WebSocket that show whether the WebSocket is ready to read. */
interface PausableWebSocket {
  readonly isPaused: boolean;
  once(event: 'error', listener: () => void): unknown;
}

/**
 * Slices the data of a WebSocket's stream.
 * @param stream the stream from which the WebSocket reads
 */
export const readWebSocketFairly = (
  reader: FairSocketReader,
  webSocket: PausableWebSocket,
  stream: Duplex,
): void => {
  const stop = reader.addStream(stream, () => webSocket.isPaused);
  // After an error, `ws` stops reading and discards further data.
  webSocket.once('error', () => {
    stop();
    stream.resume();
  });
};

/** The number of bytes per slice. A slice contains at most 340 frames. */
const sliceBytes = 2_048;

/** The maximum time for all slices of one turn, in milliseconds. */
const turnBudgetMs = 5;

/** The number of bytes between two readings of the clock. If a turn has fewer bytes, the clock isn't read at all. */
const bytesBetweenClockChecks = 4_096;

/**
 * Shares event-loop turns fairly between a server's connections. Node handles all data of a read at once, which may
 * consist of 10,000 frames or requests. Each read is therefore cut into slices. When the slices of a turn have used up
 * the turn's time, the remaining data waits for the following turns. The connections are then served alternately, one
 * slice at a time.
 */
export const createFairSocketReader = ({
  now,
  atEndOfTurn,
}: Pick<Scheduler, 'now' | 'atEndOfTurn'> = serviceScheduler) => {
  /** For each stream with remaining data, a function that reads its next slice. */
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
    // A stream that has more data goes back to the end of the queue.
    for (const readSlice of pendingReaders) {
      if (isBudgetUsed) return;
      pendingReaders.delete(readSlice);
      readSlice();
    }
  };

  return {
    /**
     * Starts slicing the data of a stream.
     * @param stream a stream with one data listener, which receives the slices from now on
     * @param isHeld a function that returns whether the caller has paused reading without pausing the stream; the caller
     * must resume the stream
     * @returns a function that stops slicing, so that the next data listener receives the stream's data directly
     */
    addStream(stream: Duplex, isHeld: () => boolean = () => false): () => void {
      const listeners = stream.listeners('data');
      let isReadingSlice = false;
      let isStopped = false;
      const readSlice = (): void => {
        if (isHeld()) return;
        // The stream is resumed first, so that `isPaused` shows whether a listener pauses it.
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

export type FairSocketReader = ReturnType<typeof createFairSocketReader>;
