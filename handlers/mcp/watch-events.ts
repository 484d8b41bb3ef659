import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import { eventTypes } from '#spec/events.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { formatShortJson } from './format-text.ts';
import { ToolError } from './define-tool.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { EventSubscription, SceneAccess } from './scene-access.ts';

/** The longest that a tool waits, in seconds. */
export const maxWaitSeconds = 60;

/** Events that were heard, and a way to wait until some wish is fulfilled by them. */
interface EventWatch {
  /** The latest of them, oldest first. */
  readonly events: readonly SceneEvent[];
  /** Events before those that were heard which are no longer held. */
  readonly gap: EventSubscription['gap'];
  /**
   * Resolves with whether the wish came true in time.
   * @param isEnough asked at each event
   * @param look asked now and then, for what no event tells
   */
  waitUntil(isEnough: () => boolean, seconds: number, look?: () => Promise<boolean>): Promise<boolean>;
  end(): Promise<void>;
}

/** Most events that are kept while a tool waits. */
const maxKeptEvents = 2_000;
const pollIntervalMs = 200;

/** @throws Refusal for a pattern that no kind of event matches, with the nearest kinds */
const checkPatterns = (patterns: readonly string[]): void => {
  const mistakes = patterns.filter((pattern) => resolvePattern(parsePattern(pattern)).length === 0);
  if (mistakes.length === 0) return;
  throw new ToolError(
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
export const watchEvents = async (
  access: SceneAccess,
  patterns: readonly string[],
  { isWanted = () => true, since }: WatchOptions = {},
): Promise<EventWatch> => {
  checkPatterns(patterns);
  const heard: SceneEvent[] = [];
  let wake = (): void => {};
  const { gap, unsubscribe } = await access.listen(
    patterns,
    (event) => {
      if (!isWanted(event)) return;
      heard.push(event);
      if (heard.length > maxKeptEvents) heard.shift();
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
    events: heard,
    gap,
    async waitUntil(isEnough, seconds, look = async () => false) {
      const last = Date.now() + seconds * 1_000;
      let nextLook = 0;
      for (;;) {
        if (isEnough()) return true;
        const now = Date.now();
        if (now >= nextLook) {
          if (await look()) return true;
          nextLook = now + pollIntervalMs;
        }
        if (now >= last) return false;
        await pause(Math.min(last, nextLook) - now);
      }
    },
    end: unsubscribe,
  };
};

/** The line of the console that an event tells of. */
export const formatConsoleLine = ({ type, data }: SceneEvent): string | undefined =>
  type === 'console.log'
    ? `${data.severity === 'log' ? '' : `${data.severity}: `}${data.message}`
    : undefined;

/** An event on one line. */
export const formatEvent = (event: SceneEvent): string =>
  `${event.tick} ${event.type} ${formatConsoleLine(event) ?? formatShortJson(event.data, 160)}`;
