import * as z from 'zod';
import { matchesPattern, splitPattern } from '#spec/match-event-pattern.ts';
import { formatGraphState } from './format-graph.ts';
import { formatSection, limitLines } from './format-text.ts';
import { createShortNames } from './resolve-names.ts';
import { formatConsoleLine, formatEvent, maxWaitSeconds, watchEvents } from './watch-events.ts';
import type { SceneEvent } from '#spec/client/index.ts';
import type { SceneAccess } from './define-tool.ts';

const maxLines = 30;
const maxEvents = 10;

/** Patterns of the events that are always reported after a run. */
const reportedPatterns = [
  'console.log',
  'graph.stopped',
  'tween.*',
  'animation.**',
  'variable.*',
  'node.executing',
];
/** Matches event types whose events can belong to a graph. */
const graphEventPattern = /^(graph|console|variable|node)\./;

/** Parameters of tools that can wait for an outcome. */
export const waitParameters = {
  untilLine: z.string().min(1).optional(),
  untilEvent: z.string().min(1).optional(),
  seconds: z.number().min(0).max(maxWaitSeconds).optional(),
};

/** What to wait for, and for how many seconds. Without a condition, the tool waits until the graph is idle. */
export interface WaitOptions {
  readonly untilLine?: string | undefined;
  readonly untilEvent?: string | undefined;
  readonly seconds?: number | undefined;
}

const createWaitCondition = ({
  untilLine,
  untilEvent,
}: WaitOptions): ((received: readonly SceneEvent[]) => boolean) => {
  const pattern = untilEvent === undefined ? undefined : splitPattern(untilEvent);
  return (received) =>
    (pattern !== undefined && received.some(({ type }) => matchesPattern(pattern, type))) ||
    (untilLine !== undefined && received.some((event) => formatConsoleLine(event)?.includes(untilLine)));
};

/** Whether the options name a console line or an event to wait for. */
export const hasWaitCondition = ({ untilLine, untilEvent }: WaitOptions): boolean =>
  untilLine !== undefined || untilEvent !== undefined;

/**
 * Runs an operation on a graph and waits for its outcome.
 * @returns the operation's result, and a string with the graph's state, console lines and events
 */
export const runAndWait = async <T>(
  access: SceneAccess,
  graphId: string,
  waitOptions: WaitOptions,
  operation: () => Promise<T>,
): Promise<{ readonly result: T; readonly report: string }> => {
  const { untilEvent, seconds = hasWaitCondition(waitOptions) ? 10 : 2 } = waitOptions;
  const awaitedPattern = untilEvent === undefined ? undefined : splitPattern(untilEvent);
  let last: ReachedNode | undefined;
  /**
   * Events of other graphs don't count. The awaited event may belong to no graph, such as the change of a global
   * variable.
   */
  const isWanted = (event: SceneEvent): boolean => {
    const matchesAwaited = awaitedPattern !== undefined && matchesPattern(awaitedPattern, event.type);
    if (event.graphId === graphId) {
      if (event.type !== 'node.executing') return true;
      // A frame event adds no information after another node has been reached.
      if (event.data.category !== 'OnNewFrame') last = event.data;
      else last ??= event.data;
      return matchesAwaited;
    }
    if (event.graphId !== undefined) return false;
    return matchesAwaited || !graphEventPattern.test(event.type);
  };
  const patterns = untilEvent === undefined ? reportedPatterns : [...reportedPatterns, untilEvent];
  const watching = await watchEvents(access, patterns, { isWanted });
  try {
    const result = await operation();
    const fetchState = () =>
      access.client.request('GET /api/graphs/{graphId}', {
        params: { graphId },
        query: { include: 'state,idle,synced' },
      });
    const { events: received } = watching;
    const isConditionMet = createWaitCondition(waitOptions);
    const isMet = await watching.waitUntil(
      () => isConditionMet(received),
      seconds,
      async () => {
        const { state, idle } = await fetchState();
        return state !== 'running' || idle === true;
      },
    );
    const graph = await fetchState();
    // Whether an event is worth reporting. After a restart, events from the end of the previous run are not.
    const isRelevant = ({ type, data }: SceneEvent): boolean =>
      type !== 'graph.stopped' ||
      data.reason !== 'explicit' ||
      untilEvent !== undefined ||
      graph.state !== 'running';
    const events = received.filter((event) => formatConsoleLine(event) === undefined && isRelevant(event));
    const isSilent =
      seconds > 0 && events.length === 0 && received.every((event) => formatConsoleLine(event) === undefined);
    return {
      result,
      report: [
        `${formatGraphState(graph)}${isMet ? '' : `, after ${seconds} s`}.\n`,
        ...(isSilent ? [`${await explainNoOutput(access, graphId, last)}\n`] : []),
        formatSection(
          'console',
          limitLines(
            received.flatMap((event) => formatConsoleLine(event) ?? []),
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

/** A node that a run has reached, and the trigger input through which the run reached it. */
interface ReachedNode {
  readonly nodeId: string;
  readonly port: string;
}

/**
 * Explains in one or two sentences why a run showed no output. The text names the last node that was reached, and where
 * its trigger outputs lead.
 * @param last the last node that was reached; `undefined` if no node was reached
 */
const explainNoOutput = async (
  { client }: SceneAccess,
  graphId: string,
  last: ReachedNode | undefined,
): Promise<string> => {
  const graph = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
  const names = [...createShortNames(graph)];
  const portNames = new Map(
    names.flatMap(([name, { ports }]) => ports.map((port) => [port.id, `${name}.${port.name}`] as const)),
  );
  const targets = new Map<string, string[]>();
  for (const { outputPortId, inputPortId } of graph.connections)
    targets.set(outputPortId, [
      ...(targets.get(outputPortId) ?? []),
      portNames.get(inputPortId) ?? inputPortId,
    ]);

  const [name, node] = names.find(([, { id }]) => id === last?.nodeId) ?? [];
  if (last === undefined || node === undefined) {
    const entries = names.filter(([, { ports }]) => !ports.some(isTrigger('input')));
    const connected = entries
      .filter(([, { ports }]) => ports.some(({ id }) => targets.has(id)))
      .map(([entryName]) => entryName);
    return connected.length > 0
      ? `No node was reached: ${connected.join(', ')} did not fire.`
      : 'No node was reached: nothing is connected to Start, OnNewFrame or an event node.';
  }
  const outputs = node.ports.filter(isTrigger('output'));
  const connectedOutputs = outputs.flatMap(({ id, name: port }) => {
    const to = targets.get(id);
    return to ? [`${port} (to ${to.join(', ')}) did not fire`] : [];
  });
  const unconnected = outputs.filter(({ id }) => !targets.has(id)).map(({ name: port }) => port);
  const reason = [
    ...connectedOutputs,
    ...(unconnected.length > 0
      ? [`${unconnected.join(', ')} ${unconnected.length > 1 ? 'are' : 'is'} not connected`]
      : []),
  ];
  return `The last node reached was ${name} by ${last.port}${reason.length > 0 ? `; ${reason.join('; ')}` : ''}.`;
};

const isTrigger =
  (direction: 'input' | 'output') =>
  (port: { readonly direction: string; readonly type: string }): boolean =>
    port.direction === direction && port.type === 'Trigger';
