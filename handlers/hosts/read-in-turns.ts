import type { Duplex } from 'node:stream';
import { type Scheduler, systemScheduler } from '../scheduler.ts';

/**
 * Shares event-loop turns fairly between the WebSockets of a server. A client decides into how many frames it cuts its
 * bytes, and `ws` handles all frames of a read at once, 10,000 and more. So each read is cut into slices, and when the
 * slices of a turn have taken their time, the rest of all reads waits for the next turns, a slice of each at a time.
 */
export interface ReadingTurns {
  /** @param stream what the WebSocket reads from, which has no other reader */
  add(webSocket: PausableWebSocket, stream: Duplex): void;
}

/** What of a WebSocket of `ws` says whether it is to be read. */
interface PausableWebSocket {
  readonly isPaused: boolean;
  once(event: 'error', listener: () => void): unknown;
}

/** Bytes of a slice: at most 340 frames. */
const sliceBytes = 2_048;

/** What the slices of one turn may take, in milliseconds. */
const turnMs = 5;

/** Bytes from one look at the clock to the next. A turn that brings fewer is not timed at all. */
const untimedBytes = 4_096;

type Clock = Pick<Scheduler, 'now' | 'atEndOfTurn'>;

export const createReadingTurns = ({ now, atEndOfTurn }: Clock = systemScheduler): ReadingTurns => {
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
    if (untimed < untimedBytes) return;
    untimed = 0;
    if (isOpen) isSpent ||= now() - began >= turnMs;
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
    add(webSocket, stream) {
      const [receive] = stream.listeners('data');
      if (!receive) return;
      const handle = (slice: Buffer): void => {
        receive.call(stream, slice);
        spend(slice.length);
      };
      const readSlice = (): void => {
        // whoever paused the WebSocket resumes the stream
        if (stream.destroyed || webSocket.isPaused) return;
        const bytes = Math.min(sliceBytes, stream.readableLength);
        // emits `data`
        if (bytes > 0) stream.read(bytes);
        if (stream.destroyed || webSocket.isPaused) return;
        if (stream.readableLength === 0) stream.resume();
        else wait();
      };
      const wait = (): void => {
        waiting.add(readSlice);
        open();
      };
      const take = (chunk: Buffer): void => {
        if (chunk.length <= sliceBytes && !(isSpent && stream.readableFlowing)) {
          handle(chunk);
          return;
        }
        stream.pause();
        stream.unshift(chunk);
        if (isSpent) wait();
        else readSlice();
      };
      const stop = (): void => {
        waiting.delete(readSlice);
        stream.off('data', take);
      };
      stream.removeAllListeners('data');
      stream.on('data', take);
      stream.prependOnceListener('close', stop);
      webSocket.once('error', () => {
        stop();
        stream.resume();
      });
    },
  };
};
