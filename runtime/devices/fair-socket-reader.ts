import type { Duplex } from 'node:stream';

/**
 * Shares event-loop turns fairly between the connections of a server. A client decides into how many frames, chunks or
 * requests it splits its bytes, and Node handles everything from one read at once, 10,000 of them and more. So a read
 * is cut into slices. When the slices of a turn have used up its time, the rest of all reads waits for the next turns,
 * one slice of each at a time.
 */
export interface FairSocketReader {
  /**
   * @param stream has one data listener, which receives the slices from now on
   * @param isHeld whether nothing may be read although the stream is not paused; the holder resumes it
   * @returns hands the stream over to its next data listener
   */
  addStream(stream: Duplex, isHeld?: () => boolean): () => void;
}

/** The properties of a `ws` WebSocket that show whether it may be read. */
interface PausableWebSocket {
  readonly isPaused: boolean;
  once(event: 'error', listener: () => void): unknown;
}

/** @param stream the stream that the WebSocket reads from */
export const readWebSocketFairly = (
  reader: FairSocketReader,
  webSocket: PausableWebSocket,
  stream: Duplex,
): void => {
  const stop = reader.addStream(stream, () => webSocket.isPaused);
  // ws reads nothing more then, and discards further data
  webSocket.once('error', () => {
    stop();
    stream.resume();
  });
};

/** Bytes of a slice: at most 340 frames. */
const sliceBytes = 2_048;

/** Time limit for the slices of one turn, in milliseconds. */
const turnBudgetMs = 5;

/** Bytes between two reads of the clock. A turn with fewer bytes is not timed at all. */
const bytesBetweenClockChecks = 4_096;

interface TurnClock {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Calls back once all pending work of this event-loop turn is done. */
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
  /** Readers of the next slice, for each stream with remaining data. */
  const waiting = new Set<() => void>();
  let isOpen = false;
  let began = 0;
  let untimed = 0;
  let isSpent = false;

  const open = (): void => {
    if (isOpen) return;
    isOpen = true;
    isSpent = false;
    began = now();
    atEndOfTurn(end);
  };
  const spend = (bytes: number): void => {
    untimed += bytes;
    if (untimed < bytesBetweenClockChecks) return;
    untimed = 0;
    if (isOpen) isSpent ||= now() - began >= turnBudgetMs;
    else open();
  };
  const end = (): void => {
    isOpen = false;
    isSpent = false;
    if (waiting.size === 0) return;
    open();
    // an unfinished stream is queued again behind the others
    for (const readSlice of waiting) {
      if (isSpent) return;
      waiting.delete(readSlice);
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
        // to notice when a listener pauses the stream, which it may resume later
        stream.resume();
        isReadingSlice = true;
        stream.read(Math.min(sliceBytes, stream.readableLength));
        isReadingSlice = false;
        if (isStopped || stream.isPaused() || stream.readableLength === 0) return;
        stream.pause();
        wait();
      };
      const wait = (): void => {
        waiting.add(readSlice);
        open();
      };
      const take = (chunk: Buffer): void => {
        if (isReadingSlice || (chunk.length <= sliceBytes && !isSpent)) {
          for (const receive of listeners) receive.call(stream, chunk);
          spend(chunk.length);
          return;
        }
        stream.pause();
        stream.unshift(chunk);
        if (isSpent) wait();
        else readSlice();
      };
      const stop = (): void => {
        isStopped = true;
        waiting.delete(readSlice);
        stream.off('data', take);
      };
      stream.removeAllListeners('data');
      stream.on('data', take);
      stream.prependOnceListener('close', stop);
      return stop;
    },
  };
};
