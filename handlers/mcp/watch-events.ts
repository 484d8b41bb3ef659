import { eventTypes } from '#spec/events.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { type EventSubscription, type SceneAccess, ToolError } from './define-tool.ts';
import { formatShortJson } from './format-text.ts';
import type { SceneEvent } from '#spec/client/index.ts';

/** The longest time that a tool waits, in seconds. */
export const maxWaitSeconds = 60;

/** The events received so far, and a function that waits until they meet a condition. */
interface EventWatch {
  /** The latest received events, oldest first. */
  readonly events: readonly SceneEvent[];
  /** The range of earlier events that are no longer in the buffer. */
  readonly gap: EventSubscription['gap'];
  /**
   * Waits until the condition is met or the time is over. Resolves to whether the condition was met in time.
   * @param isEnough the condition, checked after each event
   * @param poll checked periodically, for conditions that no event reports
   */
  waitUntil(isEnough: () => boolean, seconds: number, poll?: () => Promise<boolean>): Promise<boolean>;
  end(): Promise<void>;
}

/** The maximum number of events that are retained while a tool waits. */
const maxRetainedEvents = 2_000;
const pollIntervalMs = 200;

/** Describes patterns that no event type matches, with the nearest types. */
const describeUnmatched = (patterns: readonly string[]): string =>
  patterns
    .map((pattern) => {
      const suggestions = suggestNames(pattern, eventTypes).join(', ');
      return `No event type matches '${pattern}'.${suggestions && ` Nearest: ${suggestions}.`}`;
    })
    .join('\n');

interface WatchOptions {
  /** Selects which of the matching events count. By default, all of them count. */
  readonly isWanted?: (event: SceneEvent) => boolean;
  /** The `seq` of an event: buffered events after this event are delivered first. */
  readonly since?: number | undefined;
}

/**
 * Starts collecting the events that match the patterns.
 * @throws ToolError for a pattern that no event type matches
 */
export const watchEvents = async (
  access: SceneAccess,
  patterns: readonly string[],
  { isWanted = () => true, since }: WatchOptions = {},
): Promise<EventWatch> => {
  const received: SceneEvent[] = [];
  let wake = (): void => {};
  const { gap, unmatched, unsubscribe } = await access.listen(
    patterns,
    (event) => {
      if (!isWanted(event)) return;
      received.push(event);
      if (received.length > maxRetainedEvents) received.shift();
      wake();
    },
    since,
  );
  if (unmatched.length > 0) {
    await unsubscribe();
    throw new ToolError(describeUnmatched(unmatched));
  }
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    events: received,
    gap,
    async waitUntil(isEnough, seconds, poll = async () => false) {
      const deadline = Date.now() + seconds * 1_000;
      let nextPollAt = 0;
      for (;;) {
        if (isEnough()) return true;
        const now = Date.now();
        if (now >= nextPollAt) {
          if (await poll()) return true;
          nextPollAt = now + pollIntervalMs;
        }
        if (now >= deadline) return false;
        await pause(Math.min(deadline, nextPollAt) - now);
      }
    },
    end: unsubscribe,
  };
};

/** Returns the console line that an event reports, or `undefined` if the event reports none. */
export const formatConsoleLine = ({ type, data }: SceneEvent): string | undefined =>
  type === 'console.log'
    ? `${data.severity === 'log' ? '' : `${data.severity}: `}${data.message}`
    : undefined;

/** Formats an event as one line. */
export const formatEvent = (event: SceneEvent): string =>
  `${event.tick} ${event.type} ${formatConsoleLine(event) ?? formatShortJson(event.data, 160)}`;
