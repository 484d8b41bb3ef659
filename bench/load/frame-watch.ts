import { type FrameResult, judgeFrames } from '../micro/frame-times.ts';
import { arrayOf, objectOf } from '../target/json.ts';
import { connectHub, recordSeparator } from './hub-connection.ts';
import type { HubAddress } from './event-connection.ts';

interface WatchOrder {
  readonly hub: HubAddress;
  /** What a running graph writes to the console in each frame. */
  readonly message: string;
  readonly frames: number;
  /** How long the next frame may take to come. */
  readonly patienceMs: number;
}

/** Every line of the console is told of, unlike the nodes that were done. */
const eventType = 'console.log';

/** Watches the frames of a server by what a running graph writes to the console in each of them. */
export const createFrameWatch = () => ({
  /** @throws Error when frames do not come, or come with gaps */
  async run({ hub, message, frames, patienceMs }: WatchOrder): Promise<FrameResult> {
    const connection = await connectHub(hub, Buffer.allocUnsafe(65_536));
    try {
      await connection.invoke('Subscribe', [[eventType]]);
      const moments = await new Promise<Moment[]>((resolve, reject) => {
        const seen: Moment[] = [];
        const giveUp = () =>
          reject(new Error(`${seen.length} of ${frames} frames were told of by ${eventType}`));
        let patience = setTimeout(giveUp, patienceMs);
        connection.receive((bytes, start, end) => {
          const at = performance.now();
          for (const { tick, time } of framesIn(bytes.toString('utf8', start, end), message)) {
            if (tick === seen.at(-1)?.tick || seen.length === frames) continue;
            seen.push({ tick, time, at });
          }
          clearTimeout(patience);
          if (seen.length === frames) resolve(seen);
          else patience = setTimeout(giveUp, patienceMs);
        });
      });
      return judgeMoments(moments);
    } finally {
      connection.close();
    }
  },
});

interface Frame {
  readonly tick: number;
  /** Simulated seconds. */
  readonly time: number;
}

interface Moment extends Frame {
  /** When the first event of the frame was here, in milliseconds. */
  readonly at: number;
}

const framesIn = (text: string, message: string): Frame[] =>
  text.split(recordSeparator).flatMap((record) => {
    if (record === '') return [];
    const [event] = arrayOf(objectOf(JSON.parse(record)).arguments).map(objectOf);
    const { tick, time } = event ?? {};
    if (event?.type !== eventType || objectOf(event.data).message !== message) return [];
    return typeof tick === 'number' && typeof time === 'number' ? [{ tick, time }] : [];
  });

/** The rate of a server is that of its simulated time. */
const judgeMoments = (moments: readonly Moment[]): FrameResult => {
  // biome-ignore lint/style/noNonNullAssertion: frames are asked for
  const [first, last] = [moments[0]!, moments.at(-1)!];
  const ticks = last.tick - first.tick;
  if (ticks !== moments.length - 1)
    throw new Error(`${ticks + 1 - moments.length} of ${ticks + 1} frames were not told of by ${eventType}`);
  return judgeFrames(
    moments.map(({ at }) => at),
    ticks / (last.time - first.time),
    Number.NaN,
  );
};
