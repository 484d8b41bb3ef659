import * as z from 'zod';
import { graphFinder } from '../graph-names.ts';
import { anyValue, tool } from '../tool.ts';
import { graphParameter } from './read-graph.ts';

export const sendEvent = tool({
  name: 'send_event',
  title: 'Send a custom event',
  description:
    'Sends a custom event into a graph, or into all that run, for OnCustomEvent nodes of that Name; tells who hears it.',
  input: {
    name: z.string().min(1).describe('The Name that OnCustomEvent nodes listen to'),
    payload: anyValue.optional(),
    graph: graphParameter.optional(),
  },
  async run({ name, payload = null, graph }, access) {
    const body = { name, payload };
    const { client } = access;
    const { heard, tick } =
      graph === undefined
        ? await client.request('POST /api/graphs/events', { body })
        : await client.request('POST /api/graphs/{graphId}/events', {
            params: { graphId: (await graphFinder(access))(graph).id },
            body,
          });
    const nameOf = new Map((await client.request('GET /api/graphs')).map(({ id, name }) => [id, name]));
    const names = heard.map(
      ({ graphId, nodeIds }) => `${nameOf.get(graphId) ?? graphId} (${nodeIds.length} nodes)`,
    );
    return heard.length > 0
      ? `Heard at tick ${tick} by ${names.join(', ')}.`
      : `Nobody heard it: no running graph has an OnCustomEvent whose Name is '${name}'.`;
  },
});
