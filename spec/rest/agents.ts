import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).optional(),
    method: z.string().optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'ping' } });

/** Messages of one batch. */
const maxBatchMessages = 50;

/** Protocol revisions that are spoken, latest first. */
export const mcpProtocolVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** The only revision that has batches; also that of a client which doesn't name one. */
export const batchProtocolVersion = '2025-03-26';

export const agentOperations = {
  exchangeMessage: defineOperation({
    route: 'POST /mcp',
    area: 'meta',
    tier: 'agents',
    summary: 'One message of an agent, by the Model Context Protocol over streamable HTTP',
    description:
      'Tools, resources and their answers as the protocol has them. There are no sessions, and no stream: each request is answered in JSON, under its id. A notification or an answer of the client is taken with 202 and no body. ' +
      `Revision ${batchProtocolVersion} of the protocol also has batches of up to ${maxBatchMessages} messages. The header MCP-Protocol-Version names the revision, ${batchProtocolVersion} when absent.`,
    choice: 'C-182',
    body: z.union([Message, z.array(Message).min(1).max(maxBatchMessages)], {
      error: `expected a message, or a list of 1 to ${maxBatchMessages} messages`,
    }),
    returns: { 200: z.union([Message, z.array(Message)]) },
    bodiless: { 202: 'Notifications or answers of the client were taken' },
  }),
} as const;
