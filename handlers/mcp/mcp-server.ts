/** The MCP server of the service, with a dozen tools and some resources. */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { type SceneAccess, type Tool, ToolError, type ToolImage } from './define-tool.ts';
import { formatToolError } from './format-errors.ts';
import { fetchGraphText } from './format-graph.ts';
import { applyGraph } from './tools/apply-graph.ts';
import { describeTool } from './tools/describe.ts';
import { editGraph } from './tools/edit-graph.ts';
import { findNodes } from './tools/find-nodes.ts';
import { overview } from './tools/overview.ts';
import { readGraph } from './tools/read-graph.ts';
import { runGraph, stop } from './tools/run-graph.ts';
import { sceneTool } from './tools/scene.ts';
import { sendEvent } from './tools/send-event.ts';
import { tidyAndCleanup } from './tools/tidy-and-cleanup.ts';
import { undoTool } from './tools/undo.ts';
import { waitEvents } from './tools/wait-events.ts';

const instructions = `A 3D scene with a runtime and graphs of nodes. find_nodes lists node types; apply_graph builds and runs a graph, and reports all errors at once. Resource scene://llms.txt is an overview of the whole API.`;

/** All tools, in the order in which an agent is likely to need them. */
export const tools = [
  overview,
  findNodes,
  describeTool,
  applyGraph,
  readGraph,
  editGraph,
  undoTool,
  runGraph,
  stop,
  sendEvent,
  waitEvents,
  sceneTool,
  tidyAndCleanup,
];

export const createMcpServer = (access: SceneAccess, version: string): McpServer => {
  const server = new McpServer({ name: 'scene-runtime-control', version }, { instructions });
  registerTools(server, access);
  registerResources(server, access);
  return server;
};

/**
 * Registers the tools without the SDK's helper, because the helper uses its own messages for invalid arguments and
 * lists more about each tool than agents need.
 */
const registerTools = ({ server }: McpServer, access: SceneAccess): void => {
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toListedTool) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(access, params.name, params.arguments ?? {}),
  );
};

const registerResources = (server: McpServer, access: SceneAccess): void => {
  const { client } = access;
  const text = (uri: URL, content: unknown) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'text/plain',
        text: typeof content === 'string' ? content : JSON.stringify(content),
      },
    ],
  });
  const signaturesQuery: object = { form: 'signatures' };
  const fixed = [
    ['llms.txt', 'Overview of the whole API', () => client.request('GET /llms.txt')],
    [
      'node-types',
      'All node types, one per line',
      () => client.request('GET /api/node-types', { query: signaturesQuery }),
    ],
    [
      'actions',
      'All direct actions, one per line',
      () => client.request('GET /api/actions/schema', { query: signaturesQuery }),
    ],
    ['console', 'The latest console entries', () => client.request('GET /api/console')],
  ] as const;
  for (const [name, description, read] of fixed)
    server.registerResource(name, `scene://${name}`, { description, mimeType: 'text/plain' }, async (uri) =>
      text(uri, await read()),
    );
  const list = async () => ({
    resources: (await client.request('GET /api/graphs')).map(({ id, name }) => ({
      uri: `scene://graphs/${id}`,
      name,
    })),
  });
  server.registerResource(
    'graph',
    new ResourceTemplate('scene://graphs/{graphId}', { list }),
    { description: 'A graph as text', mimeType: 'text/plain' },
    async (uri, { graphId }) => text(uri, await fetchGraphText(access, String(graphId))),
  );
};

const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

const formatUnknownTool = (name: string): string =>
  truncateMiddle(`There is no tool '${name}'. The tools are ${[...toolsByName.keys()].join(', ')}.`);

const callTool = async (access: SceneAccess, name: string, args: unknown): Promise<CallToolResult> => {
  const tool = toolsByName.get(name);
  if (!tool) return toErrorResult(new ToolError(formatUnknownTool(name)));
  const position = tool.reportsSeq ? await trackSeq(access) : undefined;
  const result = await tool
    .run(args, position?.access ?? access)
    .then((output): CallToolResult => ({ content: toContent(output) }), toErrorResult);
  if (position === undefined) return result;
  return { ...result, content: [...result.content, { type: 'text', text: `seq ${position.seq}` }] };
};

const toContent = (output: string | ToolImage): CallToolResult['content'] =>
  typeof output === 'string'
    ? [{ type: 'text', text: output }]
    : [{ type: 'image', mimeType: output.mimeType, data: Buffer.from(output.bytes).toString('base64') }];

const toErrorResult = (failure: unknown): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: formatToolError(failure) }],
});

/** A tool's access to the scene that also tracks which events the agent has been shown. */
interface TrackedAccess {
  /**
   * The access to pass to the tool. The agent is assumed to know all events that the tool receives through this access.
   */
  readonly access: SceneAccess;
  /**
   * The `seq` of the last event before the call, or of the last event that the tool received or could have received.
   */
  readonly seq: number;
}

/**
 * Starts tracking the last event that an agent has been shown.
 * @returns `undefined` if the service can't report its last `seq`
 */
const trackSeq = async (access: SceneAccess): Promise<TrackedAccess | undefined> => {
  const initialSeq = await access.getLastSeq().catch(() => undefined);
  if (initialSeq === undefined) return undefined;
  let seq = initialSeq;
  return {
    access: {
      ...access,
      async listen(patterns, listener, since) {
        const listening = await access.listen(patterns, listener, since);
        return {
          gap: listening.gap,
          unmatched: listening.unmatched,
          get seq() {
            return listening.seq;
          },
          unsubscribe() {
            seq = listening.seq;
            return listening.unsubscribe();
          },
        };
      },
    },
    get seq() {
      return seq;
    },
  };
};

/**
 * The keywords for limits. They are left out of the listing, because the error for a call that exceeds a limit states
 * the limit.
 */
const boundKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'] as const;

const isEmptyDefault = (value: unknown): boolean =>
  value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/**
 * Converts parameters to a short JSON schema, without limits, empty defaults and other details that agents don't need.
 */
const toInputSchema = (input: z.ZodType): ListedTool['inputSchema'] => {
  const { $schema, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override({ jsonSchema, path }) {
      for (const bound of boundKeywords) delete jsonSchema[bound];
      delete jsonSchema.propertyNames;
      delete jsonSchema['x-choice-values'];
      delete jsonSchema['x-choice-bounds'];
      if (isEmptyDefault(jsonSchema.default)) delete jsonSchema.default;
      if (path.length > 0) delete jsonSchema.additionalProperties;
    },
  });
  return schema as ListedTool['inputSchema'];
};

/** Converts a tool to its entry in the list that agents read once per session. */
const toListedTool = ({ name, description, input, isReadOnly }: Tool): ListedTool => ({
  name,
  description,
  inputSchema: toInputSchema(input),
  ...(isReadOnly && { annotations: { readOnlyHint: true } }),
});
