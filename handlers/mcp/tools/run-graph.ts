import * as z from 'zod';
import { defineTool } from '../define-tool.ts';
import { createGraphFinder } from '../resolve-names.ts';
import { runAndWait, waitParameters } from '../run-and-wait.ts';
import { graphParameter } from './read-graph.ts';

export const stop = defineTool({
  name: 'stop',
  description: 'Stops a graph. Has no effect if it is not running.',
  input: { graph: graphParameter },
  async run({ graph }, access) {
    const { id, name, state } = (await createGraphFinder(access))(graph);
    await access.client.request('POST /api/graphs/{graphId}/stop', { params: { graphId: id } });
    return `${name}: stopped${state === 'running' ? '' : '; it was not running'}.`;
  },
});

export const runGraph = defineTool({
  name: 'run_graph',
  description:
    'Syncs and runs a graph, then waits until it is idle, a console line contains untilLine, an event such as tween.completed arrives (untilEvent), or the seconds are over (default 2, or 10 with a line or event; at most 60). Returns its console lines and events (tick, type, data). The graph keeps running until it is stopped.',
  input: {
    graph: graphParameter,
    restart: z.boolean().default(true).describe('Restart it if it is running'),
    ...waitParameters,
  },
  async run({ graph: nameOrId, restart, ...waitOptions }, access) {
    const { client } = access;
    const { id, name } = (await createGraphFinder(access))(nameOrId);
    const params = { graphId: id };
    await client.request('POST /api/graphs/{graphId}/sync', { params });
    const { result, report } = await runAndWait(access, id, waitOptions, () =>
      client.request('POST /api/graphs/{graphId}/run', { params, query: { restart } }),
    );
    return `${name}: ${result.started ? 'started' : 'was already running'}; ${report}`;
  },
});
