import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).optional(),
    method: z.string().optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'ping' } });

const maxBatchMessages = 50;

/** Supported protocol revisions, with the latest first. */
export const mcpProtocolVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** The only revision that supports batches, and the default for clients that don't name a revision. */
export const batchProtocolVersion = '2025-03-26';

export const agentOperations = {
  exchangeMessage: defineOperation({
    route: 'POST /mcp',
    area: 'meta',
    tier: 'agents',
    summary: 'Handle a Model Context Protocol message over streamable HTTP',
    description:
      'Serves tools and resources as the protocol defines them. There are no sessions and no streams: each request gets a JSON response with its id. A notification or response from the client gets 202 without a body. ' +
      `Revision ${batchProtocolVersion} also supports batches of up to ${maxBatchMessages} messages. The header MCP-Protocol-Version names the revision; the default is ${batchProtocolVersion}.`,
    choice: 'C-182',
    body: z.union([McpMessage, z.array(McpMessage).min(1).max(maxBatchMessages)], {
      error: `expected a message, or a list of 1 to ${maxBatchMessages} messages`,
    }),
    returns: { 200: z.union([McpMessage, z.array(McpMessage)]) },
    emptyResponses: { 202: 'The notifications or responses of the client were accepted' },
  }),
} as const;
