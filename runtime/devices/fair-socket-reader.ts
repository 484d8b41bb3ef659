import type { Duplex } from 'node:stream';

/**
 * Shares event-loop turns fairly between the connections of a server. A client decides into how many frames, chunks or
 * requests it cuts its bytes, and all that one read brings is handled at once, 10,000 of them and more. So a read is cut
 * into slices, and when the slices of a turn have taken their time, the rest of all reads waits for the next turns, a
 * slice of each at a time.
 */
export interface FairSocketReader {
  /**
   * @param stream has one listener to its data, which gets the slices from now on
   * @param isHeld whether nothing is to be read although the stream is not paused; whoever holds it back resumes it
   * @returns gives the stream to whoever listens to its data next
   */
  addStream(stream: Duplex, isHeld?: () => boolean): () => void;
}

/** What of a WebSocket of `ws` says whether it is to be read. */
interface PausableWebSocket {
  readonly isPaused: boolean;
  once(event: 'error', listener: () => void): unknown;
}

/** @param stream what the WebSocket reads from */
export const readWebSocketFairly = (
  turns: FairSocketReader,
  webSocket: PausableWebSocket,
  stream: Duplex,
): void => {
  const stop = turns.addStream(stream, () => webSocket.isPaused);
  // ws reads nothing more then, and throws away what still comes
  webSocket.once('error', () => {
    stop();
    stream.resume();
  });
};

/** Bytes of a slice: at most 340 frames. */
const sliceBytes = 2_048;

/** What the slices of one turn may take, in milliseconds. */
const turnBudgetMs = 5;

/** Bytes from one look at the clock to the next. A turn that brings fewer is not timed at all. */
const bytesBetweenClockChecks = 4_096;

interface TurnClock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Runs when everything that is at hand in this turn of the event loop has been seen to. */
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
  /** Reads the next slice of each stream of which a part is left. */
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
    // a stream that is not finished is put back behind the others
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
        // so that it shows when a listener pauses the stream, which it may resume later
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
