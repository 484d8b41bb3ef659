import * as z from 'zod';
import { maxBulkItems } from '#spec/rest/nodes.ts';
import { VariableDirection } from '#spec/rest/response-records.ts';
import { variableTypes } from '#spec/values.ts';
import { defineTool, jsonValue, type SceneAccess, type Tool, ToolError } from '../define-tool.ts';
import { createErrorCollector, formatToolError } from '../format-errors.ts';
import { formatGraphState } from '../format-graph.ts';
import { formatShortText } from '../format-text.ts';
import {
  createGraphFinder,
  createShortNames,
  fetchGraph,
  getGraphLabel,
  type GraphDetail,
  type NamedConnection,
  type NamedPort,
  parseConnection,
} from '../resolve-names.ts';
import { hasWaitCondition, runAndWait, type WaitOptions, waitParameters } from '../run-and-wait.ts';
import { graphParameter } from './read-graph.ts';

/** The largest numbers of nodes and connections in one build. */
export const { nodes: maxNodes, connections: maxConnections } = maxBulkItems;
const maxVariables = 100;

const NewNode = z.strictObject({
  id: z.string().min(1),
  type: z.string().min(1),
  values: z.record(z.string(), jsonValue).optional(),
});

/**
 * Converts the nodes and connections of a call to the body of a build request. The ends of connections may be ids from
 * this call, short names of existing nodes, or node ids.
 */
export const toBuildBody = (
  graph: GraphDetail | undefined,
  nodes: readonly z.output<typeof NewNode>[],
  wires: readonly NamedConnection[],
) => {
  const newIds = new Set(nodes.map(({ id }) => id));
  const existingNodes = graph ? createShortNames(graph) : new Map();
  const end = ({ node, port }: NamedPort): string => {
    const id = newIds.has(node) ? node : (existingNodes.get(node)?.id ?? node);
    return `${id}/${port}`;
  };
  return {
    nodes: nodes.map(({ id, type, values }) => ({ tempId: id, category: type, ports: values ?? {} })),
    connections: wires.map(({ from, to }) => ({ from: end(from), to: end(to) })),
  };
};

export const nodesParameter = z.array(NewNode).max(maxNodes).default([]);
export const connectionsParameter = z.array(z.string()).max(maxConnections).default([]);

/** The schema doesn't list the types, because agents know them from the ports that find_nodes shows. */
const VariableType = z
  .string()
  .refine(
    (type) => variableTypes.some((variableType) => variableType === type),
    `expected one of ${variableTypes.join(', ')}`,
  );

const variablesParameter = z
  .array(
    z.strictObject({
      name: z.string().min(1),
      type: VariableType,
      value: jsonValue.optional(),
      direction: VariableDirection.optional(),
    }),
  )
  .max(maxVariables)
  .default([])
  .describe(
    'Variables to create first, of a type such as Float; existing ones stay unchanged. Global, or with a direction an input or output of the graph: a port of RunGraph nodes with Mode Call',
  );

/** Returns the requested variables that don't exist yet. */
const listMissingVariables = async (
  { client }: SceneAccess,
  requested: z.output<typeof variablesParameter>,
  graphId: string,
) => {
  if (requested.length === 0) return [];
  const existing = await client.request('GET /api/variables');
  return requested
    .map((variable) => (variable.direction ? { ...variable, scope: 'graph' as const, graphId } : variable))
    .filter(
      (variable) =>
        !existing.some(
          (each) =>
            each.name === variable.name && (variable.direction === undefined || each.graphId === graphId),
        ),
    );
};

/** Runs a graph, waits, and reports the outcome. */
const runGraphAndWait = async (
  access: SceneAccess,
  graphId: string,
  waitOptions: WaitOptions,
): Promise<string> => {
  const { report } = await runAndWait(access, graphId, waitOptions, () =>
    access.client.request('POST /api/graphs/{graphId}/run', { params: { graphId } }),
  );
  return report;
};

export const applyGraph: Tool = defineTool({
  name: 'apply_graph',
  description:
    'Creates a graph or adds to one: variables, nodes with values, and connections. All or nothing; reports all errors at once. Syncs the graph. With run it also runs it and waits like run_graph. A new graph has Start and OnNewFrame. Later calls use short names of nodes: the type, numbered from the second on, such as LogConsole2.',
  input: {
    graph: graphParameter.optional().describe('Graph to add to; omit for a new one'),
    name: z.string().min(1).optional(),
    variables: variablesParameter,
    nodes: nodesParameter.describe('Your own ids for use in wires, and input values by name'),
    wires: connectionsParameter.describe(
      "Connections such as 'Start.Out -> log.In', by your ids or short names",
    ),
    dryRun: z.boolean().default(false).describe('Validate only'),
    run: z.boolean().default(false),
    ...waitParameters,
  },
  async run({ graph: nameOrId, name, variables, nodes, wires, dryRun, run, ...waitOptions }, access) {
    const { client } = access;
    const isNew = nameOrId === undefined;
    const errors = createErrorCollector();
    const parsed = errors.collect(wires, (text) => ({ text, ...parseConnection(text) }));
    const isDryRun = dryRun || errors.count > 0;
    const graph =
      nameOrId === undefined
        ? await client.request('POST /api/graphs', { body: name === undefined ? {} : { name } })
        : await fetchGraph(access, nameOrId);
    const params = { graphId: graph.id };
    const created: { readonly id: string; readonly name: string }[] = [];
    const undo = async (): Promise<void> => {
      for (const { id } of created) await client.request('DELETE /api/variables/{id}', { params: { id } });
      if (isNew)
        await client.request('DELETE /api/graphs/{graphId}', { params, query: { deleteFile: true } });
    };
    const build = async () => {
      for (const variable of isDryRun ? [] : await listMissingVariables(access, variables, graph.id))
        created.push(await client.request('POST /api/variables', { body: variable as never }));
      return client.request('POST /api/graphs/{graphId}/build', {
        params,
        query: { return: 'ids', dryRun: isDryRun },
        body: toBuildBody(graph, nodes, parsed),
      });
    };
    const built = await errors
      .collectBuild(
        build(),
        parsed.map(({ text }) => text),
      )
      .catch(async (failure) => {
        await undo();
        throw failure;
      });
    if (isDryRun || built === undefined) {
      await undo();
      errors.throwIfAny();
      return `Valid: ${nodes.length} nodes, ${wires.length} connections. Nothing was created.`;
    }
    const reportFailure = <T>(step: string, promise: Promise<T>): Promise<T> =>
      promise.catch((failure) => {
        throw new ToolError(`${graph.name} is built, but the ${step} failed: ${formatToolError(failure)}`);
      });
    await reportFailure('sync', client.request('POST /api/graphs/{graphId}/sync', { params }));
    const outcome =
      run || hasWaitCondition(waitOptions)
        ? await reportFailure('run', runGraphAndWait(access, graph.id, waitOptions))
        : undefined;
    const updatedGraph = await client.request('GET /api/graphs/{graphId}', { params });
    const shortNamesById = new Map(
      [...createShortNames(updatedGraph)].map(([shortName, { id, category }]) => [
        id,
        { short: shortName, category },
      ]),
    );
    const shortNameLines = Object.entries(built.nodeIds).flatMap(([callId, id]) => {
      const { short: shortName, category } = shortNamesById.get(id) ?? {};
      return shortName === category ? [] : [`${callId} = ${shortName}`];
    });
    return [
      `${getGraphLabel(await createGraphFinder(access), updatedGraph)}: built`,
      ...(created.length > 0
        ? [`variables created: ${created.map((variable) => variable.name).join(', ')}`]
        : []),
      ...(shortNameLines.length > 0
        ? [`short names: ${formatShortText(shortNameLines.join(', '), 2_000)}`]
        : []),
      outcome ?? `${formatGraphState(updatedGraph)}.`,
    ].join('; ');
  },
});
