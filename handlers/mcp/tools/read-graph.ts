import * as z from 'zod';
import { createGraphFinder } from '../resolve-names.ts';
import { fetchGraphText } from '../format-graph.ts';
import { defineTool } from '../define-tool.ts';

/** The parameter that names the graph in every tool that works on a single graph. */
export const graphParameter = z.string().min(1);

const maxConsoleLines = 20;

export const readGraph = defineTool({
  name: 'read_graph',
  description:
    'Shows a graph, by name or id, as text: nodes by the short names that edit_graph takes, values of their inputs, and connections. Or shows its latest console lines.',
  isReadOnly: true,
  input: { graph: graphParameter, console: z.boolean().default(false).describe('Show its console instead') },
  async run({ graph, console }, access) {
    if (!console) return fetchGraphText(access, graph);
    const { id, name } = (await createGraphFinder(access))(graph);
    const entries = await access.client.request('GET /api/console', {
      query: { graphId: id, limit: maxConsoleLines },
    });
    const lines = entries.map(({ severity, message }) =>
      severity === 'log' ? message : `${severity}: ${message}`,
    );
    return lines.join('\n') || `${name} has no console lines.`;
  },
});
