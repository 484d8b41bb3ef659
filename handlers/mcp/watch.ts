import { brief } from './brief.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { SceneAccess } from './access.ts';

/** The longest that a tool waits, in seconds. */
export const mostSeconds = 60;

/** Events that were heard, and a way to wait until some wish is fulfilled by them. */
interface Watch {
  readonly heard: readonly SceneEvent[];
  /** Resolves with whether the wish came true in time; it is asked at each event, and now and then. */
  until(isEnough: () => boolean | Promise<boolean>, seconds: number): Promise<boolean>;
  end(): Promise<void>;
}

/** Most events that are kept while a tool waits. */
const kept = 2_000;
const lookEveryMs = 100;

export const watch = async (access: SceneAccess, patterns: readonly string[]): Promise<Watch> => {
  const heard: SceneEvent[] = [];
  let wake = (): void => {};
  const { end } = await access.listen(patterns, (event) => {
    if (heard.length < kept) heard.push(event);
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
    async until(isEnough, seconds) {
      const last = Date.now() + seconds * 1_000;
      for (;;) {
        if (await isEnough()) return true;
        const left = last - Date.now();
        if (left <= 0) return false;
        await pause(Math.min(left, lookEveryMs));
      }
    },
    end,
  };
};

/** An event on one line. */
export const eventLine = ({ type, tick, data }: SceneEvent): string => `${tick} ${type} ${brief(data, 160)}`;
