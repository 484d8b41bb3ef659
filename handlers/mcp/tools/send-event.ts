import * as z from 'zod';
import { graphFinder } from '../graph-names.ts';
import { isWish, outcomeOf, wishParameters } from '../outcome.ts';
import { anyValue, Refusal, tool } from '../tool.ts';
import { graphParameter } from './read-graph.ts';
import type { SceneAccess } from '../access.ts';

/** What is sent, and into which graph; into all that run when none is named. */
interface Sent {
  readonly name: string;
  readonly payload: z.output<typeof anyValue>;
  readonly graphId: string | undefined;
}

/** Sends an event. @returns who heard it, in words */
const send = async ({ client }: SceneAccess, { name, payload, graphId }: Sent): Promise<string> => {
  const body = { name, payload };
  const { heard, tick } =
    graphId === undefined
      ? await client.request('POST /api/graphs/events', { body })
      : await client.request('POST /api/graphs/{graphId}/events', { params: { graphId }, body });
  const nameOf = new Map((await client.request('GET /api/graphs')).map(({ id, name }) => [id, name]));
  const names = heard.map(
    ({ graphId, nodeIds }) =>
      `${nameOf.get(graphId) ?? graphId}${nodeIds.length > 1 ? ` (${nodeIds.length} nodes)` : ''}`,
  );
  return heard.length > 0
    ? `Heard at tick ${tick} by ${names.join(', ')}.`
    : `Nobody heard it: no running graph has an OnCustomEvent whose Name is '${name}'.`;
};

export const sendEvent = tool({
  name: 'send_event',
  description:
    'Sends a custom event into a graph, or into all that run, for OnCustomEvent nodes of that Name; tells who hears it. A line or event of the graph is waited for as by run_graph.',
  input: {
    name: z.string().min(1),
    payload: anyValue.optional(),
    graph: graphParameter.optional(),
    ...wishParameters,
  },
  async run({ name, payload = null, graph, ...wish }, access) {
    if (graph === undefined) {
      if (isWish(wish)) throw new Refusal('What comes of an event is told of one graph: say which.');
      return send(access, { name, payload, graphId: undefined });
    }
    const { id: graphId } = (await graphFinder(access))(graph);
    const order = () => send(access, { name, payload, graphId });
    if (!isWish(wish)) return order();
    const { brought, told } = await outcomeOf(access, graphId, wish, order);
    return `${brought}\n${told}`;
  },
});
