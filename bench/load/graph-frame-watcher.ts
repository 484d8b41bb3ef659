import { getItemAt } from '../harness/get-item-at.ts';
import { type FrameTimes, summarizeFrames } from '../micro/frame-times.ts';
import { toJsonArray, toJsonObject } from '../target/loose-json.ts';
import { connectSignalR, recordSeparator } from './signalr-connection.ts';
import type { HubAddress } from './event-connection.ts';

export interface FrameWatchOptions {
  readonly hub: HubAddress;
  /** The line that a running graph logs in each frame. */
  readonly message: string;
  readonly frames: number;
  /** How long to wait for the next frame, in milliseconds. */
  readonly timeoutMs: number;
}

/** Console events are never shed, unlike node events. */
const consoleEventType = 'console.log';

/** Creates an observer of a server's frames. The observer relies on a line that a running graph logs in each frame. */
export const createFrameWatcher = () => ({
  /** @throws Error when a frame does not arrive in time or is missing */
  async run({ hub, message, frames, timeoutMs }: FrameWatchOptions): Promise<FrameTimes> {
    const connection = await connectSignalR(hub, Buffer.allocUnsafe(65_536));
    try {
      await connection.invoke('Subscribe', [[consoleEventType]]);
      const frameTimes = await new Promise<FrameTime[]>((resolve, reject) => {
        const reported: FrameTime[] = [];
        const rejectWithTimeout = () =>
          reject(new Error(`${reported.length} of ${frames} frames were reported by ${consoleEventType}`));
        let timeout = setTimeout(rejectWithTimeout, timeoutMs);
        connection.receive((bytes, start, end) => {
          const at = performance.now();
          for (const { tick, time } of parseFrames(bytes.toString('utf8', start, end), message)) {
            if (tick === reported.at(-1)?.tick || reported.length === frames) continue;
            reported.push({ tick, time, at });
          }
          clearTimeout(timeout);
          if (reported.length === frames) resolve(reported);
          else timeout = setTimeout(rejectWithTimeout, timeoutMs);
        });
      });
      return summarizeFrameTimes(frameTimes);
    } finally {
      connection.close();
    }
  },
});

interface ObservedFrame {
  readonly tick: number;
  /** Simulated time of the frame in seconds. */
  readonly time: number;
}

interface FrameTime extends ObservedFrame {
  /** When the first event of the frame arrived, in milliseconds. */
  readonly at: number;
}

const parseFrames = (text: string, message: string): ObservedFrame[] =>
  text.split(recordSeparator).flatMap((record) => {
    if (record === '') return [];
    const [event] = toJsonArray(toJsonObject(JSON.parse(record)).arguments).map(toJsonObject);
    const { tick, time } = event ?? {};
    if (event?.type !== consoleEventType || toJsonObject(event.data).message !== message) return [];
    return typeof tick === 'number' && typeof time === 'number' ? [{ tick, time }] : [];
  });

/** Summarizes frames. Calculates the server's frame rate from the simulated time of its frames. */
const summarizeFrameTimes = (frameTimes: readonly FrameTime[]): FrameTimes => {
  const [first, last] = [getItemAt(frameTimes, 0), getItemAt(frameTimes, -1)];
  const ticks = last.tick - first.tick;
  if (ticks !== frameTimes.length - 1)
    throw new Error(
      `${ticks + 1 - frameTimes.length} of ${ticks + 1} frames were not reported by ${consoleEventType}`,
    );
  return summarizeFrames(
    frameTimes.map(({ at }) => at),
    ticks / (last.time - first.time),
    Number.NaN,
  );
};
