import { brief } from './brief.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { SceneAccess } from './access.ts';

/** The longest that a tool waits, in seconds. */
export const mostSeconds = 60;

/** Events that were heard, and a way to wait until some wish is fulfilled by them. */
interface Watch {
  /** The latest of them, oldest first. */
  readonly heard: readonly SceneEvent[];
  /**
   * Resolves with whether the wish came true in time.
   * @param isEnough asked at each event
   * @param look asked now and then, for what no event tells
   */
  until(isEnough: () => boolean, seconds: number, look?: () => Promise<boolean>): Promise<boolean>;
  end(): Promise<void>;
}

/** Most events that are kept while a tool waits. */
const kept = 2_000;
const lookEveryMs = 200;

/** @param isWanted which events are meant; all that match are when absent */
export const watch = async (
  access: SceneAccess,
  patterns: readonly string[],
  isWanted: (event: SceneEvent) => boolean = () => true,
): Promise<Watch> => {
  const heard: SceneEvent[] = [];
  let wake = (): void => {};
  const { end } = await access.listen(patterns, (event) => {
    if (!isWanted(event)) return;
    heard.push(event);
    if (heard.length > kept) heard.shift();
    wake();
  });
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    heard,
    async until(isEnough, seconds, look = async () => false) {
      const last = Date.now() + seconds * 1_000;
      let nextLook = 0;
      for (;;) {
        if (isEnough()) return true;
        const now = Date.now();
        if (now >= nextLook) {
          if (await look()) return true;
          nextLook = now + lookEveryMs;
        }
        if (now >= last) return false;
        await pause(Math.min(last, nextLook) - now);
      }
    },
    end,
  };
};

/** The line of the console that an event tells of. */
export const lineOf = ({ type, data }: SceneEvent): string | undefined =>
  type === 'console.log'
    ? `${data.severity === 'log' ? '' : `${data.severity}: `}${data.message}`
    : undefined;

/** An event on one line. */
export const eventLine = (event: SceneEvent): string =>
  `${event.tick} ${event.type} ${lineOf(event) ?? brief(event.data, 160)}`;
