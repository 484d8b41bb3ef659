import * as z from 'zod';
import { graphFinder } from '../graph-names.ts';
import { graphText } from '../graph-text.ts';
import { tool } from '../tool.ts';

/** The parameter that every tool about a graph has. */
export const graphParameter = z.string().min(1);

const latest = 20;

export const readGraph = tool({
  name: 'read_graph',
  description:
    'A graph, by name or id, as text: nodes by the short names that edit_graph takes, with the values of their inputs, and wires; or its latest console lines.',
  isReadOnly: true,
  input: { graph: graphParameter, console: z.boolean().default(false).describe('Its console instead') },
  async run({ graph, console }, access) {
    if (!console) return graphText(access, graph);
    const { id, name } = (await graphFinder(access))(graph);
    const entries = await access.client.request('GET /api/console', {
      query: { graphId: id, limit: latest },
    });
    const lines = entries.map(({ severity, message }) =>
      severity === 'log' ? message : `${severity}: ${message}`,
    );
    return lines.join('\n') || `${name} has written nothing.`;
  },
});
