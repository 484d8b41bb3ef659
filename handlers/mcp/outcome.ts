import * as z from 'zod';
import { splitPattern, matchesPattern } from '#spec/match-event-pattern.ts';
import { firstOf, section } from './brief.ts';
import { explainSilence, type Reached } from './explain-silence.ts';
import { standingOf } from './graph-text.ts';
import { eventLine, lineOf, mostSeconds, watch } from './watch.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { SceneAccess } from './access.ts';

const mostLines = 30;
const mostEvents = 10;

/** What is told of a graph, whatever it is waited for. */
const told = ['console.log', 'graph.stopped', 'tween.*', 'animation.**', 'variable.*', 'node.executing'];
/** Kinds that are about one graph each, or about none. */
const ofGraphs = /^(graph|console|variable|node)\./;

/** The parameters of tools that wait for what comes of them. */
export const wishParameters = {
  untilLine: z.string().min(1).optional(),
  untilEvent: z.string().min(1).optional(),
  seconds: z.number().min(0).max(mostSeconds).optional(),
};

/** What is waited for, and how long; until nothing is left to do when nothing is named. */
export interface Wish {
  readonly untilLine?: string | undefined;
  readonly untilEvent?: string | undefined;
  readonly seconds?: number | undefined;
}

const isFulfilled = ({ untilLine, untilEvent }: Wish): ((heard: readonly SceneEvent[]) => boolean) => {
  const pattern = untilEvent === undefined ? undefined : splitPattern(untilEvent);
  return (heard) =>
    (pattern !== undefined && heard.some(({ type }) => matchesPattern(pattern, type))) ||
    (untilLine !== undefined && heard.some((event) => lineOf(event)?.includes(untilLine)));
};

/** Whether a wish says what to wait for. */
export const isWish = ({ untilLine, untilEvent }: Wish): boolean =>
  untilLine !== undefined || untilEvent !== undefined;

/**
 * Carries out an order about a graph, and waits for what comes of it.
 * @returns what the order brought, and in words how the graph stands, what it wrote and what happened
 */
export const outcomeOf = async <T>(
  access: SceneAccess,
  graphId: string,
  wish: Wish,
  order: () => Promise<T>,
): Promise<{ readonly brought: T; readonly told: string }> => {
  const { untilEvent, seconds = isWish(wish) ? 10 : 2 } = wish;
  const awaited = untilEvent === undefined ? undefined : splitPattern(untilEvent);
  let last: Reached | undefined;
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
    return isAwaited || !ofGraphs.test(event.type);
  };
  const patterns = untilEvent === undefined ? told : [...told, untilEvent];
  const watching = await watch(access, patterns, { isWanted });
  try {
    const brought = await order();
    const stands = () =>
      access.client.request('GET /api/graphs/{graphId}', {
        params: { graphId },
        query: { include: 'state,idle,synced' },
      });
    const { heard } = watching;
    const fulfilled = isFulfilled(wish);
    const cameTrue = await watching.until(
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
    const events = heard.filter((event) => lineOf(event) === undefined && isNews(event));
    const isSilent =
      seconds > 0 && events.length === 0 && heard.every((event) => lineOf(event) === undefined);
    return {
      brought,
      told: [
        `${standingOf(standing)}${cameTrue ? '' : `, after ${seconds} s`}.\n`,
        ...(isSilent ? [`${await explainSilence(access, graphId, last)}\n`] : []),
        section(
          'console',
          firstOf(
            heard.flatMap((event) => lineOf(event) ?? []),
            mostLines,
            'GET /api/console',
          ),
        ),
        section('events', firstOf(events.map(eventLine), mostEvents, 'wait_events')),
      ]
        .join('')
        .trimEnd(),
    };
  } finally {
    await watching.end();
  }
};
