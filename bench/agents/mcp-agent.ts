import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createFirstLookupCheck } from './first-time-check.ts';
import { type AgentCost, createCostMeter } from './cost-meter.ts';

/** A client of the service that uses its MCP tools. */
export interface McpAgent {
  readonly cost: AgentCost;
  /** @returns the content of the tool's result: text, which may be an error message, or an image in base64 */
  callTool(tool: string, args?: Record<string, unknown>): Promise<string>;
  /** Looks up node types by search terms in one call. Skips terms that were already looked up. */
  lookUpNodeTypes(...words: readonly string[]): Promise<string>;
  /** Looks up direct actions. Skips actions that were already looked up. */
  lookUpActions(...names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface ToolContent {
  readonly text?: string;
  readonly data?: string;
}

/**
 * Connects, and reads the server's instructions and tool list. This counts as one call, because an agent reads both
 * first.
 */
export const openMcpAgent = async (url: string, token: string): Promise<McpAgent> => {
  const meter = createCostMeter();
  const client = new Client({ name: 'bench-agents', version: '1' });
  const requestInit = { headers: { 'X-API-Key': token } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }) as never);
  meter.count(client.getInstructions() ?? '', JSON.stringify(await client.listTools()));
  const isNew = createFirstLookupCheck();
  const callTool: McpAgent['callTool'] = async (name, args = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    meter.count(name, JSON.stringify(args), JSON.stringify(content));
    return (content as ToolContent[]).map(({ text, data }) => text ?? data ?? '').join('\n');
  };
  return {
    get cost() {
      return meter.cost;
    },
    callTool,
    async lookUpNodeTypes(...words) {
      const newNames = words.filter(isNew);
      return newNames.length > 0 ? callTool('find_nodes', { words: newNames.join(', ') }) : '';
    },
    async lookUpActions(...names) {
      const newNames = names.filter(isNew);
      if (newNames.length > 0) await callTool('describe', { kind: 'action', name: newNames.join(', ') });
    },
    close: () => client.close(),
  };
};
