import * as z from 'zod';
import { createGraphFinder } from '../resolve-names.ts';
import { runAndWait, waitParameters } from '../run-and-wait.ts';
import { defineTool } from '../define-tool.ts';
import { graphParameter } from './read-graph.ts';

export const runGraph = defineTool({
  name: 'run_graph',
  description:
    'Synchronises and runs a graph; waits until it is idle, with nothing left to do, a console line with untilLine or an event such as tween.completed came, or the seconds are over (2, or 10 where a line or event is named; 60 at most); tells its console lines and events (tick, type, data). It runs on unless it is stopped.',
  input: {
    graph: graphParameter,
    restart: z.boolean().default(true).describe('Begins anew where it runs'),
    ...waitParameters,
  },
  async run({ graph: meant, restart, ...wish }, access) {
    const { client } = access;
    const { id, name } = (await createGraphFinder(access))(meant);
    const params = { graphId: id };
    await client.request('POST /api/graphs/{graphId}/sync', { params });
    const { brought, told } = await runAndWait(access, id, wish, () =>
      client.request('POST /api/graphs/{graphId}/run', { params, query: { restart } }),
    );
    return `${name}: ${brought.started ? 'started' : 'ran already'}; ${told}`;
  },
});
