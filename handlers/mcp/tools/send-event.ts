import * as z from 'zod';
import { suggestNames } from '#spec/suggest-names.ts';
import { defineTool, jsonValue, type SceneAccess, ToolError } from '../define-tool.ts';
import { createGraphFinder, type GraphSummary } from '../resolve-names.ts';
import { hasWaitCondition, runAndWait, waitParameters } from '../run-and-wait.ts';
import { graphParameter } from './read-graph.ts';

/** An event to send to one graph, or to all running graphs if no graph is named. */
interface EventToSend {
  readonly name: string;
  readonly payload: z.output<typeof jsonValue>;
  readonly graphId: string | undefined;
}

/** The maximum number of graphs that are read to suggest an event name. */
const maxGraphsRead = 20;

/** Returns the names that OnCustomEvent nodes in running graphs listen for. */
const listListenedNames = async (
  { client }: SceneAccess,
  graphs: readonly GraphSummary[],
): Promise<readonly string[]> => {
  const running = graphs.filter(({ state }) => state === 'running').slice(0, maxGraphsRead);
  const details = await Promise.all(
    running.map(({ id }) => client.request('GET /api/graphs/{graphId}', { params: { graphId: id } })),
  );
  const nodes = details.flatMap((detail) =>
    detail.nodes.filter(({ category }) => category === 'OnCustomEvent'),
  );
  return nodes.flatMap(({ ports }) =>
    ports.flatMap(({ name, value }) => (name === 'Name' && typeof value === 'string' ? [value] : [])),
  );
};

/**
 * Sends a custom event.
 * @returns a string that says which graphs received the event
 * @throws ToolError with the nearest names if no graph received the event
 */
const sendCustomEvent = async (
  access: SceneAccess,
  { name, payload, graphId }: EventToSend,
): Promise<string> => {
  const { client } = access;
  const body = { name, payload };
  const { heard, tick } =
    graphId === undefined
      ? await client.request('POST /api/graphs/events', { body })
      : await client.request('POST /api/graphs/{graphId}/events', { params: { graphId }, body });
  const graphs = await client.request('GET /api/graphs');
  if (heard.length === 0) {
    const targetGraphs = graphId === undefined ? graphs : graphs.filter(({ id }) => id === graphId);
    const suggestions = suggestNames(name, new Set(await listListenedNames(access, targetGraphs)));
    throw new ToolError(
      `No node received it: no running graph${graphId === undefined ? '' : ' of that name'} has an OnCustomEvent whose Name is '${name}'.${suggestions.length > 0 ? ` Nearest: ${suggestions.join(', ')}.` : ''}`,
    );
  }
  const graphNames = new Map(graphs.map((graph) => [graph.id, graph.name]));
  const names = heard.map(
    ({ graphId, nodeIds }) =>
      `${graphNames.get(graphId) ?? graphId}${nodeIds.length > 1 ? ` (${nodeIds.length} nodes)` : ''}`,
  );
  return `Received at tick ${tick} by ${names.join(', ')}.`;
};

export const sendEvent = defineTool({
  name: 'send_event',
  description:
    'Sends a custom event to a graph, or to all running graphs, for OnCustomEvent nodes with that Name; returns which received it. A line or event of the graph is waited for like in run_graph.',
  input: {
    name: z.string().min(1),
    payload: jsonValue.optional(),
    graph: graphParameter.optional(),
    ...waitParameters,
  },
  async run({ name, payload = null, graph, ...waitOptions }, access) {
    if (graph === undefined) {
      if (hasWaitCondition(waitOptions)) throw new ToolError('Waiting needs a graph: pass graph.');
      return sendCustomEvent(access, { name, payload, graphId: undefined });
    }
    const { id: graphId } = (await createGraphFinder(access))(graph);
    const send = () => sendCustomEvent(access, { name, payload, graphId });
    if (!hasWaitCondition(waitOptions)) return send();
    const { result, report } = await runAndWait(access, graphId, waitOptions, send);
    return `${result}\n${report}`;
  },
});
