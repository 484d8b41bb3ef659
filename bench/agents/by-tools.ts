import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createNews } from './news.ts';
import { type Cost, createMeter } from './meter.ts';

/** A service as an agent has it that uses its tools. */
export interface ByTools {
  readonly cost: Cost;
  /** @returns the text that the tool answers, refusals included, and a picture in base64 */
  ask(tool: string, given?: Record<string, unknown>): Promise<string>;
  /** Looks up node types by words, in one call; what was looked up before is known. */
  learn(...words: readonly string[]): Promise<string>;
  /** Looks up direct actions, unless they are known. */
  learnActions(...names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface Content {
  readonly text?: string;
  readonly data?: string;
}

/** Connects, and reads how to use which tools: that is counted as a call, as an agent reads it before anything else. */
export const openTools = async (url: string, token: string): Promise<ByTools> => {
  const meter = createMeter();
  const client = new Client({ name: 'bench-agents', version: '1' });
  const requestInit = { headers: { 'X-API-Key': token } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }) as never);
  meter.count(client.getInstructions() ?? '', JSON.stringify(await client.listTools()));
  const isNews = createNews();
  const ask: ByTools['ask'] = async (name, given = {}) => {
    const { content } = await client.callTool({ name, arguments: given });
    meter.count(name, JSON.stringify(given), JSON.stringify(content));
    return (content as Content[]).map(({ text, data }) => text ?? data ?? '').join('\n');
  };
  return {
    get cost() {
      return meter.cost;
    },
    ask,
    async learn(...words) {
      const news = words.filter(isNews);
      return news.length > 0 ? ask('find_nodes', { words: news.join(', ') }) : '';
    },
    async learnActions(...names) {
      const news = names.filter(isNews);
      if (news.length > 0) await ask('describe', { kind: 'action', name: news.join(', ') });
    },
    close: () => client.close(),
  };
};
