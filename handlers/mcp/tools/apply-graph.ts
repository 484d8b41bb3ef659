import * as z from 'zod';
import { PortTypeName } from '#spec/values.ts';
import { brief } from '../brief.ts';
import { findGraph, type GraphDetail, nodeNames, readWire, type WireEnd } from '../graph-names.ts';
import { anyValue, type Tool, tool } from '../tool.ts';
import { mistakesOf } from '../mistakes.ts';
import { graphParameter } from './read-graph.ts';
import type { SceneAccess } from '../access.ts';

const NewNode = z.strictObject({
  id: z.string().min(1).describe('A name of your own, for wires of this call'),
  type: z.string().min(1).describe('Its node type, such as LogConsole'),
  values: z.record(z.string(), anyValue).optional().describe('Of input ports, by name'),
});

/** Nodes and wires of one call, as build takes them: own names, short names of nodes that are there, or ids. */
export const buildBody = (
  graph: GraphDetail | undefined,
  nodes: readonly z.output<typeof NewNode>[],
  wires: readonly string[],
) => {
  const own = new Set(nodes.map(({ id }) => id));
  const present = graph ? nodeNames(graph) : new Map();
  const end = ({ node, port }: WireEnd): string => {
    const id = own.has(node) ? node : (present.get(node)?.id ?? node);
    return `${id}/${port}`;
  };
  return {
    nodes: nodes.map(({ id, type, values }) => ({ tempId: id, category: type, ports: values ?? {} })),
    connections: wires.map(readWire).map(({ from, to }) => ({ from: end(from), to: end(to) })),
  };
};

export const nodesParameter = z.array(NewNode).default([]);
export const wiresParameter = z
  .array(z.string())
  .default([])
  .describe("Such as 'Start.Out -> log.In': own ids of this call, or short names of nodes that are there");

const variablesParameter = z
  .array(z.strictObject({ name: z.string().min(1), type: PortTypeName, value: anyValue.optional() }))
  .default([])
  .describe(
    'Global variables to make, before the nodes that use them; those that there are already stay as they are',
  );

type Variables = z.output<typeof variablesParameter>;

/** Makes those that there are not yet. */
const makeVariables = async ({ client }: SceneAccess, wanted: Variables) => {
  if (wanted.length === 0) return [];
  const present = new Set((await client.request('GET /api/variables')).map(({ name }) => name));
  const made = [];
  for (const variable of wanted.filter(({ name }) => !present.has(name)))
    made.push(await client.request('POST /api/variables', { body: variable as never }));
  return made;
};

export const applyGraph: Tool = tool({
  name: 'apply_graph',
  title: 'Build a graph',
  description:
    'Makes a graph, or adds to one: variables, nodes with values, wires; all or nothing, and all mistakes at once. A new graph has Start and OnNewFrame already, under these names. Without dryRun it is synchronised, and run when asked.',
  input: {
    graph: graphParameter.optional().describe('Adds to this graph; a new one is made when absent'),
    name: z.string().min(1).optional().describe('Of a new graph'),
    variables: variablesParameter,
    nodes: nodesParameter,
    wires: wiresParameter,
    dryRun: z.boolean().default(false).describe('Tries it, and leaves nothing behind'),
    run: z.boolean().default(false),
  },
  async run({ graph: meant, name, variables, nodes, wires, dryRun, run }, access) {
    const { client } = access;
    const isNew = meant === undefined;
    const graph =
      meant === undefined
        ? await client.request('POST /api/graphs', { body: name === undefined ? {} : { name } })
        : await findGraph(access, meant);
    const params = { graphId: graph.id };
    const made: { readonly id: string; readonly name: string }[] = [];
    const giveUp = async (): Promise<void> => {
      for (const { id } of made) await client.request('DELETE /api/variables/{id}', { params: { id } });
      if (isNew)
        await client.request('DELETE /api/graphs/{graphId}', { params, query: { deleteFile: true } });
    };
    try {
      const body = buildBody(graph, nodes, wires);
      if (!dryRun) made.push(...(await makeVariables(access, variables)));
      const built = await client.request('POST /api/graphs/{graphId}/build', {
        params,
        query: { return: 'ids', dryRun, sync: !dryRun },
        body,
      });
      if (dryRun) {
        await giveUp();
        return `It can be built: ${nodes.length} nodes, ${wires.length} wires. Nothing was made.`;
      }
      if (run) await client.request('POST /api/graphs/{graphId}/run', { params });
      const now = await client.request('GET /api/graphs/{graphId}', { params });
      const shortOf = new Map([...nodeNames(now)].map(([short, { id }]) => [id, short]));
      const renamed = Object.entries(built.nodeIds).map(([own, id]) => `${own} = ${shortOf.get(id)}`);
      return [
        `${now.name} (${now.id}): ${nodes.length} nodes and ${wires.length} wires added, synced, ${now.state}.`,
        ...(made.length > 0 ? [`Variables made: ${made.map((variable) => variable.name).join(', ')}.`] : []),
        ...(renamed.length > 0 ? [`Short names: ${brief(renamed.join(', '), 2_000).slice(1, -1)}`] : []),
      ].join('\n');
    } catch (failure) {
      await giveUp();
      throw mistakesOf(failure, wires);
    }
  },
});
