import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import { eventTypes } from '#spec/events.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { brief } from './brief.ts';
import { Refusal } from './tool.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { Listening, SceneAccess } from './access.ts';

/** The longest that a tool waits, in seconds. */
export const mostSeconds = 60;

/** Events that were heard, and a way to wait until some wish is fulfilled by them. */
interface Watch {
  /** The latest of them, oldest first. */
  readonly heard: readonly SceneEvent[];
  /** Events before those that were heard which are no longer held. */
  readonly gap: Listening['gap'];
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

/** @throws Refusal for a pattern that no kind of event matches, with the nearest kinds */
const checkPatterns = (patterns: readonly string[]): void => {
  const mistakes = patterns.filter((pattern) => resolvePattern(parsePattern(pattern)).length === 0);
  if (mistakes.length === 0) return;
  throw new Refusal(
    mistakes
      .map((pattern) => {
        const likely = suggestNames(pattern, eventTypes).join(', ');
        return `No kind of event matches '${pattern}'.${likely && ` Nearest: ${likely}.`}`;
      })
      .join('\n'),
  );
};

interface WatchOptions {
  /** Which of the events that match are meant; all when absent. */
  readonly isWanted?: (event: SceneEvent) => boolean;
  /** The number of an event: those after it come first. */
  readonly since?: number | undefined;
}

/** @throws Refusal for a pattern that no kind of event matches */
export const watch = async (
  access: SceneAccess,
  patterns: readonly string[],
  { isWanted = () => true, since }: WatchOptions = {},
): Promise<Watch> => {
  checkPatterns(patterns);
  const heard: SceneEvent[] = [];
  let wake = (): void => {};
  const { gap, end } = await access.listen(
    patterns,
    (event) => {
      if (!isWanted(event)) return;
      heard.push(event);
      if (heard.length > kept) heard.shift();
      wake();
    },
    since,
  );
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
    gap,
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
