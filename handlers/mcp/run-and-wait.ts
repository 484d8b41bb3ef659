import * as z from 'zod';
import { splitPattern, matchesPattern } from '#spec/match-event-pattern.ts';
import { limitLines, formatSection } from './format-text.ts';
import { explainNoOutput, type ReachedNode } from './explain-no-output.ts';
import { formatGraphState } from './format-graph.ts';
import { formatEvent, formatConsoleLine, maxWaitSeconds, watchEvents } from './watch-events.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { SceneAccess } from './scene-access.ts';

const maxLines = 30;
const maxEvents = 10;

/** What is told of a graph, whatever it is waited for. */
const reportedPatterns = [
  'console.log',
  'graph.stopped',
  'tween.*',
  'animation.**',
  'variable.*',
  'node.executing',
];
/** Kinds that are about one graph each, or about none. */
const graphEventPattern = /^(graph|console|variable|node)\./;

/** The parameters of tools that wait for what comes of them. */
export const waitParameters = {
  untilLine: z.string().min(1).optional(),
  untilEvent: z.string().min(1).optional(),
  seconds: z.number().min(0).max(maxWaitSeconds).optional(),
};

/** What is waited for, and how long; until nothing is left to do when nothing is named. */
export interface WaitOptions {
  readonly untilLine?: string | undefined;
  readonly untilEvent?: string | undefined;
  readonly seconds?: number | undefined;
}

const createWaitCondition = ({
  untilLine,
  untilEvent,
}: WaitOptions): ((heard: readonly SceneEvent[]) => boolean) => {
  const pattern = untilEvent === undefined ? undefined : splitPattern(untilEvent);
  return (heard) =>
    (pattern !== undefined && heard.some(({ type }) => matchesPattern(pattern, type))) ||
    (untilLine !== undefined && heard.some((event) => formatConsoleLine(event)?.includes(untilLine)));
};

/** Whether a wish says what to wait for. */
export const hasWaitCondition = ({ untilLine, untilEvent }: WaitOptions): boolean =>
  untilLine !== undefined || untilEvent !== undefined;

/**
 * Carries out an order about a graph, and waits for what comes of it.
 * @returns what the order brought, and in words how the graph stands, what it wrote and what happened
 */
export const runAndWait = async <T>(
  access: SceneAccess,
  graphId: string,
  wish: WaitOptions,
  order: () => Promise<T>,
): Promise<{ readonly brought: T; readonly told: string }> => {
  const { untilEvent, seconds = hasWaitCondition(wish) ? 10 : 2 } = wish;
  const awaited = untilEvent === undefined ? undefined : splitPattern(untilEvent);
  let last: ReachedNode | undefined;
  /** Of graphs, only events of this one count; what is waited for may also be about none, as changes of global variables are. */
  const isWanted = (event: SceneEvent): boolean => {
    const isAwaited = awaited !== undefined && matchesPattern(awaited, event.type);
    if (event.graphId === graphId) {
      if (event.type !== 'node.executing') return true;
      // frames that lead nowhere are no news beside a node that was really reached
      if (event.data.category !== 'OnNewFrame') last = event.data;
      else last ??= event.data;
      return isAwaited;
    }
    if (event.graphId !== undefined) return false;
    return isAwaited || !graphEventPattern.test(event.type);
  };
  const patterns = untilEvent === undefined ? reportedPatterns : [...reportedPatterns, untilEvent];
  const watching = await watchEvents(access, patterns, { isWanted });
  try {
    const brought = await order();
    const stands = () =>
      access.client.request('GET /api/graphs/{graphId}', {
        params: { graphId },
        query: { include: 'state,idle,synced' },
      });
    const { events: heard } = watching;
    const fulfilled = createWaitCondition(wish);
    const cameTrue = await watching.waitUntil(
      () => fulfilled(heard),
      seconds,
      async () => {
        const { state, idle } = await stands();
        return state !== 'running' || idle === true;
      },
    );
    const standing = await stands();
    // Who begins a graph anew knows that the run before has ended.
    const isNews = ({ type, data }: SceneEvent): boolean =>
      type !== 'graph.stopped' ||
      data.reason !== 'explicit' ||
      untilEvent !== undefined ||
      standing.state !== 'running';
    const events = heard.filter((event) => formatConsoleLine(event) === undefined && isNews(event));
    const isSilent =
      seconds > 0 && events.length === 0 && heard.every((event) => formatConsoleLine(event) === undefined);
    return {
      brought,
      told: [
        `${formatGraphState(standing)}${cameTrue ? '' : `, after ${seconds} s`}.\n`,
        ...(isSilent ? [`${await explainNoOutput(access, graphId, last)}\n`] : []),
        formatSection(
          'console',
          limitLines(
            heard.flatMap((event) => formatConsoleLine(event) ?? []),
            maxLines,
            'GET /api/console',
          ),
        ),
        formatSection('events', limitLines(events.map(formatEvent), maxEvents, 'wait_events')),
      ]
        .join('')
        .trimEnd(),
    };
  } finally {
    await watching.end();
  }
};
