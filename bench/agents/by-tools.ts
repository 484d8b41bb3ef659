import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Cost, createMeter } from './meter.ts';

/** A service as an agent has it that uses its tools. */
export interface ByTools {
  readonly cost: Cost;
  /** @returns the text that the tool answers, refusals included */
  ask(tool: string, given?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Connects, and reads which tools there are: that is counted as a call, as an agent reads it before anything else. */
export const openTools = async (url: string, token: string): Promise<ByTools> => {
  const meter = createMeter();
  const client = new Client({ name: 'bench-agents', version: '1' });
  const requestInit = { headers: { 'X-API-Key': token } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }) as never);
  meter.count(JSON.stringify(await client.listTools()));
  return {
    get cost() {
      return meter.cost;
    },
    async ask(name, given = {}) {
      const { content } = await client.callTool({ name, arguments: given });
      meter.count(name, JSON.stringify(given), JSON.stringify(content));
      return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
    },
    close: () => client.close(),
  };
};
