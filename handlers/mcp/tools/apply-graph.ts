import * as z from 'zod';
import { bulkCapacity } from '#spec/rest/nodes.ts';
import { PortTypeName } from '#spec/values.ts';
import { brief } from '../brief.ts';
import { findGraph, type GraphDetail, nodeNames, readWire, type WireEnd } from '../graph-names.ts';
import { anyValue, Refusal, type Tool, tool } from '../tool.ts';
import { mistakesOf, refusalText } from '../mistakes.ts';
import { graphParameter } from './read-graph.ts';
import type { SceneAccess } from '../access.ts';

/** As many as one build takes. */
export const { nodes: mostNodes, connections: mostWires } = bulkCapacity;
const mostVariables = 100;

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

export const nodesParameter = z.array(NewNode).max(mostNodes).default([]);
export const wiresParameter = z
  .array(z.string())
  .max(mostWires)
  .default([])
  .describe("Such as 'Start.Out -> log.In': own ids of this call, or short names of nodes that are there");

const variablesParameter = z
  .array(z.strictObject({ name: z.string().min(1), type: PortTypeName, value: anyValue.optional() }))
  .max(mostVariables)
  .default([])
  .describe(
    'Global variables to make, before the nodes that use them; those that there are already stay as they are',
  );

/** Those that there are not yet. */
const missingOf = async ({ client }: SceneAccess, wanted: z.output<typeof variablesParameter>) => {
  if (wanted.length === 0) return [];
  const present = new Set((await client.request('GET /api/variables')).map(({ name }) => name));
  return wanted.filter(({ name }) => !present.has(name));
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
    // what cannot be read is refused before anything is there
    for (const wire of wires) readWire(wire);
    const graph =
      meant === undefined
        ? await client.request('POST /api/graphs', { body: name === undefined ? {} : { name } })
        : await findGraph(access, meant);
    const params = { graphId: graph.id };
    const made: { readonly id: string; readonly name: string }[] = [];
    const takeBack = async (): Promise<void> => {
      for (const { id } of made) await client.request('DELETE /api/variables/{id}', { params: { id } });
      if (isNew)
        await client.request('DELETE /api/graphs/{graphId}', { params, query: { deleteFile: true } });
    };
    const build = async () => {
      for (const variable of dryRun ? [] : await missingOf(access, variables))
        made.push(await client.request('POST /api/variables', { body: variable as never }));
      return client.request('POST /api/graphs/{graphId}/build', {
        params,
        query: { return: 'ids', dryRun },
        body: buildBody(graph, nodes, wires),
      });
    };
    const { nodeIds } = await build().catch(async (failure) => {
      await takeBack();
      throw mistakesOf(failure, wires);
    });
    if (dryRun) {
      await takeBack();
      return `It can be built: ${nodes.length} nodes, ${wires.length} wires. Nothing was made.`;
    }
    const carriedOut = (order: string, work: Promise<unknown>): Promise<unknown> =>
      work.catch((failure) => {
        throw new Refusal(`${graph.name} is built, but the ${order} failed: ${refusalText(failure)}`);
      });
    await carriedOut('sync', client.request('POST /api/graphs/{graphId}/sync', { params }));
    if (run) await carriedOut('run', client.request('POST /api/graphs/{graphId}/run', { params }));
    const now = await client.request('GET /api/graphs/{graphId}', { params });
    const shortOf = new Map([...nodeNames(now)].map(([short, { id }]) => [id, short]));
    const renamed = Object.entries(nodeIds).map(([own, id]) => `${own} = ${shortOf.get(id)}`);
    return [
      `${now.name} (${now.id}): ${nodes.length} nodes and ${wires.length} wires added, synced, ${now.state}.`,
      ...(made.length > 0 ? [`Variables made: ${made.map((variable) => variable.name).join(', ')}.`] : []),
      ...(renamed.length > 0 ? [`Short names: ${brief(renamed.join(', '), 2_000).slice(1, -1)}`] : []),
    ].join('\n');
  },
});
