/** The MCP server of the service, with a dozen tools and some resources. */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { trackSeq } from './track-event-seq.ts';
import { fetchGraphText } from './format-graph.ts';
import { toListedTool } from './tool-listing.ts';
import { formatToolError } from './format-errors.ts';
import { tools } from './tools/index.ts';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type ToolImage, ToolError } from './define-tool.ts';
import type { SceneAccess } from './service-access.ts';

const instructions = `A 3D scene with a runtime and graphs of nodes. find_nodes lists node types; apply_graph builds and runs a graph, and reports all errors at once. Resource scene://llms.txt is an overview of the whole API.`;

const toContent = (output: string | ToolImage): CallToolResult['content'] =>
  typeof output === 'string'
    ? [{ type: 'text', text: output }]
    : [{ type: 'image', mimeType: output.mimeType, data: Buffer.from(output.bytes).toString('base64') }];

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

const toErrorResult = (failure: unknown): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: formatToolError(failure) }],
});

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
  const text = (uri: URL, mimeType: string, content: unknown) => ({
    contents: [
      { uri: uri.href, mimeType, text: typeof content === 'string' ? content : JSON.stringify(content) },
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
      text(uri, 'text/plain', await read()),
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
    async (uri, { graphId }) => text(uri, 'text/plain', await fetchGraphText(access, String(graphId))),
  );
};

export const createMcpServer = (access: SceneAccess, version: string): McpServer => {
  const server = new McpServer({ name: 'scene-runtime-control', version }, { instructions });
  registerTools(server, access);
  registerResources(server, access);
  return server;
};
