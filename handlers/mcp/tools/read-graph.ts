import * as z from 'zod';
import { findGraph } from '../graph-names.ts';
import { graphText } from '../graph-text.ts';
import { tool } from '../tool.ts';

/** The parameter that every tool about a graph has. */
export const graphParameter = z.string().min(1).describe('Name or id of the graph');

export const readGraph = tool({
  name: 'read_graph',
  title: 'Read a graph',
  description:
    'A graph as text: nodes by short names with the values of their inputs, and wires as Node.Port -> Node.Port. The short names are what edit_graph takes.',
  isReadOnly: true,
  input: { graph: graphParameter },
  run: async ({ graph }, access) => graphText(await findGraph(access, graph)),
});
