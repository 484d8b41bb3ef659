/** The service for agents, by the Model Context Protocol: a dozen tools, and what can be read as it is. */
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
import type { SceneAccess } from './scene-access.ts';

const instructions = `A 3D scene with a runtime and graphs of nodes: find_nodes tells what nodes there are, apply_graph builds and runs a graph, and tells all mistakes at once. Resource scene://llms.txt is the whole orientation.`;

const toContent = (answer: string | ToolImage): CallToolResult['content'] =>
  typeof answer === 'string'
    ? [{ type: 'text', text: answer }]
    : [{ type: 'image', mimeType: answer.mimeType, data: Buffer.from(answer.bytes).toString('base64') }];

const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

const formatUnknownTool = (name: string): string =>
  truncateMiddle(`No tool has the name '${name}'; there are ${[...toolsByName.keys()].join(', ')}.`);

const callTool = async (access: SceneAccess, name: string, given: unknown): Promise<CallToolResult> => {
  const tool = toolsByName.get(name);
  if (!tool) return toErrorResult(new ToolError(formatUnknownTool(name)));
  const position = tool.reportsSeq ? await trackSeq(access) : undefined;
  const told = await tool
    .run(given, position?.access ?? access)
    .then((answer): CallToolResult => ({ content: toContent(answer) }), toErrorResult);
  if (position === undefined) return told;
  return { ...told, content: [...told.content, { type: 'text', text: `seq ${position.seq}` }] };
};

const toErrorResult = (failure: unknown): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: formatToolError(failure) }],
});

/** By hand: the kit of the protocol words what does not fit a schema in its own way, and tells of a tool more than agents need. */
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
  const form: object = { form: 'signatures' };
  const fixed = [
    ['llms.txt', 'Orientation over the whole API', () => client.request('GET /llms.txt')],
    [
      'node-types',
      'All node types, a line each',
      () => client.request('GET /api/node-types', { query: form }),
    ],
    [
      'actions',
      'All direct actions, a line each',
      () => client.request('GET /api/actions/schema', { query: form }),
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
