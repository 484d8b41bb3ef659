import * as z from 'zod';
import { maxBulkItems } from '#spec/rest/nodes.ts';
import { variableTypes } from '#spec/values.ts';
import { formatShortText } from '../format-text.ts';
import { formatGraphState } from '../format-graph.ts';
import { hasWaitCondition, runAndWait, type WaitOptions, waitParameters } from '../run-and-wait.ts';
import {
  getGraphLabel,
  fetchGraph,
  type GraphDetail,
  createGraphFinder,
  createShortNames,
  parseConnection,
  type NamedConnection,
  type NamedPort,
} from '../resolve-names.ts';
import { jsonValue, ToolError, type Tool, defineTool } from '../define-tool.ts';
import { createErrorCollector, formatToolError } from '../format-errors.ts';
import { graphParameter } from './read-graph.ts';
import type { SceneAccess } from '../scene-access.ts';

/** As many as one build takes. */
export const { nodes: maxNodes, connections: maxConnections } = maxBulkItems;
const maxVariables = 100;

const NewNode = z.strictObject({
  id: z.string().min(1),
  type: z.string().min(1),
  values: z.record(z.string(), jsonValue).optional(),
});

/** Nodes and wires of one call, as build takes them: own names, short names of nodes that are there, or ids. */
export const toBuildBody = (
  graph: GraphDetail | undefined,
  nodes: readonly z.output<typeof NewNode>[],
  wires: readonly NamedConnection[],
) => {
  const own = new Set(nodes.map(({ id }) => id));
  const present = graph ? createShortNames(graph) : new Map();
  const end = ({ node, port }: NamedPort): string => {
    const id = own.has(node) ? node : (present.get(node)?.id ?? node);
    return `${id}/${port}`;
  };
  return {
    nodes: nodes.map(({ id, type, values }) => ({ tempId: id, category: type, ports: values ?? {} })),
    connections: wires.map(({ from, to }) => ({ from: end(from), to: end(to) })),
  };
};

export const nodesParameter = z.array(NewNode).max(maxNodes).default([]);
export const connectionsParameter = z.array(z.string()).max(maxConnections).default([]);

/** Not listed to agents, who read the names of types in what find_nodes says of ports. */
const VariableType = z
  .string()
  .refine(
    (type) => variableTypes.some((known) => known === type),
    `expected one of ${variableTypes.join(', ')}`,
  );

const variablesParameter = z
  .array(z.strictObject({ name: z.string().min(1), type: VariableType, value: jsonValue.optional() }))
  .max(maxVariables)
  .default([])
  .describe('Global ones to make first, of a type such as Float; those that there are stay as they are');

/** Those that there are not yet. */
const listMissingVariables = async ({ client }: SceneAccess, wanted: z.output<typeof variablesParameter>) => {
  if (wanted.length === 0) return [];
  const present = new Set((await client.request('GET /api/variables')).map(({ name }) => name));
  return wanted.filter(({ name }) => !present.has(name));
};

/** Runs a graph, and tells what came of it. */
const runGraphAndWait = async (access: SceneAccess, graphId: string, wish: WaitOptions): Promise<string> => {
  const { told } = await runAndWait(access, graphId, wish, () =>
    access.client.request('POST /api/graphs/{graphId}/run', { params: { graphId } }),
  );
  return told;
};

export const applyGraph: Tool = defineTool({
  name: 'apply_graph',
  description:
    'Makes a graph, or adds to one: variables, nodes with values, wires; all or nothing, all mistakes at once. It is synchronised, and with run also run and waited for as by run_graph. A new graph has Start and OnNewFrame. Later a node goes by its short name: its type, from the second on with a number, such as LogConsole2.',
  input: {
    graph: graphParameter.optional().describe('Adds to it; a new one when absent'),
    name: z.string().min(1).optional(),
    variables: variablesParameter,
    nodes: nodesParameter.describe(
      'Ids of your own for the wires of this call, and values of inputs by name',
    ),
    wires: connectionsParameter.describe("Such as 'Start.Out -> log.In', by ids of this call or short names"),
    dryRun: z.boolean().default(false).describe('Only tries it'),
    run: z.boolean().default(false),
    ...waitParameters,
  },
  async run({ graph: meant, name, variables, nodes, wires, dryRun, run, ...wish }, access) {
    const { client } = access;
    const isNew = meant === undefined;
    const mistakes = createErrorCollector();
    const read = mistakes.collect(wires, (text) => ({ text, ...parseConnection(text) }));
    const isTrial = dryRun || mistakes.count > 0;
    const graph =
      meant === undefined
        ? await client.request('POST /api/graphs', { body: name === undefined ? {} : { name } })
        : await fetchGraph(access, meant);
    const params = { graphId: graph.id };
    const made: { readonly id: string; readonly name: string }[] = [];
    const takeBack = async (): Promise<void> => {
      for (const { id } of made) await client.request('DELETE /api/variables/{id}', { params: { id } });
      if (isNew)
        await client.request('DELETE /api/graphs/{graphId}', { params, query: { deleteFile: true } });
    };
    const build = async () => {
      for (const variable of isTrial ? [] : await listMissingVariables(access, variables))
        made.push(await client.request('POST /api/variables', { body: variable as never }));
      return client.request('POST /api/graphs/{graphId}/build', {
        params,
        query: { return: 'ids', dryRun: isTrial },
        body: toBuildBody(graph, nodes, read),
      });
    };
    const built = await mistakes
      .collectBuild(
        build(),
        read.map(({ text }) => text),
      )
      .catch(async (failure) => {
        await takeBack();
        throw failure;
      });
    if (isTrial || built === undefined) {
      await takeBack();
      mistakes.throwIfAny();
      return `It can be built: ${nodes.length} nodes, ${wires.length} wires. Nothing was made.`;
    }
    const carriedOut = <T>(order: string, work: Promise<T>): Promise<T> =>
      work.catch((failure) => {
        throw new ToolError(`${graph.name} is built, but the ${order} failed: ${formatToolError(failure)}`);
      });
    await carriedOut('sync', client.request('POST /api/graphs/{graphId}/sync', { params }));
    const outcome =
      run || hasWaitCondition(wish)
        ? await carriedOut('run', runGraphAndWait(access, graph.id, wish))
        : undefined;
    const now = await client.request('GET /api/graphs/{graphId}', { params });
    const shortOf = new Map(
      [...createShortNames(now)].map(([short, { id, category }]) => [id, { short, category }]),
    );
    const numbered = Object.entries(built.nodeIds).flatMap(([own, id]) => {
      const { short, category } = shortOf.get(id) ?? {};
      return short === category ? [] : [`${own} = ${short}`];
    });
    return [
      `${getGraphLabel(await createGraphFinder(access), now)}: built`,
      ...(made.length > 0 ? [`variables made: ${made.map((variable) => variable.name).join(', ')}`] : []),
      ...(numbered.length > 0 ? [`short names: ${formatShortText(numbered.join(', '), 2_000)}`] : []),
      outcome ?? `${formatGraphState(now)}.`,
    ].join('; ');
  },
});
