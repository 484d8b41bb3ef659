import * as z from 'zod';
import { cutPattern, matches } from '#spec/pattern.ts';
import { firstOf, section } from '../brief.ts';
import { graphFinder } from '../graph-names.ts';
import { standingOf } from '../graph-text.ts';
import { tool } from '../tool.ts';
import { eventLine, mostSeconds, watch } from '../watch.ts';
import { graphParameter } from './read-graph.ts';
import type { SceneEvent } from '#spec/client/index.ts';

const mostLines = 30;

/** What is told of a run, whatever it is waited for. */
const told = ['graph.*', 'console.log', 'tween.*', 'animation.**', 'variable.*'];
/** Kinds that are about one graph each. */
const ofGraphs = /^(graph|console|variable)\./;

const messageOf = ({ type, data }: SceneEvent): string | undefined =>
  type === 'console.log'
    ? `${data.severity === 'log' ? '' : `${data.severity}: `}${data.message}`
    : undefined;

export const runGraph = tool({
  name: 'run_graph',
  title: 'Run a graph',
  description:
    'Synchronises and runs a graph, waits until it has nothing left to do, an event came, a console line came or the time is over, and tells its console lines and events. It goes on running unless it is stopped.',
  input: {
    graph: graphParameter,
    restart: z.boolean().default(true).describe('Begins anew where it runs already'),
    untilEvent: z.string().min(1).optional().describe('A pattern such as tween.completed'),
    untilLine: z.string().min(1).optional().describe('A part of a console line of the graph'),
    seconds: z.number().min(0).max(mostSeconds).default(2),
  },
  async run({ graph: meant, restart, untilEvent, untilLine, seconds }, access) {
    const { client } = access;
    const { id, name } = (await graphFinder(access))(meant);
    const params = { graphId: id };
    const pattern = untilEvent === undefined ? undefined : cutPattern(untilEvent);
    const patterns = untilEvent === undefined ? told : [...told, untilEvent];
    await client.request('POST /api/graphs/{graphId}/sync', { params });
    const watching = await watch(
      access,
      patterns,
      ({ type, graphId }) => graphId === id || !ofGraphs.test(type),
    );
    try {
      const { started } = await client.request('POST /api/graphs/{graphId}/run', {
        params,
        query: { restart },
      });
      const { heard } = watching;
      const stands = () =>
        client.request('GET /api/graphs/{graphId}', {
          params,
          query: { include: 'state,idle,synced,revision' },
        });
      const cameTrue = await watching.until(
        () =>
          (pattern !== undefined && heard.some(({ type }) => matches(pattern, type))) ||
          (untilLine !== undefined && heard.some((event) => messageOf(event)?.includes(untilLine))),
        seconds,
        async () => {
          const { state, idle } = await stands();
          return state !== 'running' || idle === true;
        },
      );
      const lines = heard.flatMap((event) => messageOf(event) ?? []);
      const events = heard.filter((event) => messageOf(event) === undefined);
      return [
        `${name}: ${started ? 'started' : 'ran already'}; ${standingOf(await stands())}${cameTrue ? '' : `, after ${seconds} s`}.\n`,
        section('console', firstOf(lines, mostLines, 'GET /api/console')),
        section('events (tick, type, data)', firstOf(events.map(eventLine), mostLines, 'wait_events')),
      ].join('');
    } finally {
      await watching.end();
    }
  },
});
