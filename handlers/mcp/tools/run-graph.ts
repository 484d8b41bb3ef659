import * as z from 'zod';
import { cutPattern, matches } from '#spec/pattern.ts';
import { firstOf, section } from '../brief.ts';
import { findGraph } from '../graph-names.ts';
import { standingOf } from '../graph-text.ts';
import { tool } from '../tool.ts';
import { eventLine, mostSeconds, watch } from '../watch.ts';
import { graphParameter } from './read-graph.ts';
import type { SceneEvent } from '#spec/client/index.ts';

const mostLines = 30;

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
    const graph = await findGraph(access, meant);
    const params = { graphId: graph.id };
    const own = ['graph.*', 'console.log', 'tween.*', 'animation.**', 'variable.*'];
    const watching = await watch(access, untilEvent === undefined ? own : [...own, untilEvent]);
    try {
      await client.request('POST /api/graphs/{graphId}/sync', { params });
      const before = watching.heard.length;
      const { started } = await client.request('POST /api/graphs/{graphId}/run', {
        params,
        query: { restart },
      });
      const about = () =>
        watching.heard
          .slice(before)
          .filter(({ type, graphId }) => graphId === graph.id || !/^(graph|console|variable)\./.test(type));
      const lines = () => about().flatMap((event) => messageOf(event) ?? []);
      const pattern = untilEvent === undefined ? undefined : cutPattern(untilEvent);
      const isOver = async (): Promise<boolean> => {
        if (pattern && about().some(({ type }) => matches(pattern, type))) return true;
        if (untilLine !== undefined && lines().some((line) => line.includes(untilLine))) return true;
        const { state, idle } = await client.request('GET /api/graphs/{graphId}', { params });
        return state !== 'running' || idle;
      };
      const cameTrue = await watching.until(isOver, seconds);
      const now = await client.request('GET /api/graphs/{graphId}', { params });
      const events = about().filter((event) => messageOf(event) === undefined);
      return [
        `${graph.name}: ${started ? 'started' : 'ran already'}; ${standingOf(now)}${cameTrue ? '' : `, after ${seconds} s`}.\n`,
        section('console', firstOf(lines(), mostLines, 'GET /api/console')),
        section('events (tick, type, data)', firstOf(events.map(eventLine), mostLines, 'wait_events')),
      ].join('');
    } finally {
      await watching.end();
    }
  },
});
