import * as z from 'zod';
import { operation } from '../contract/operation.ts';

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).optional(),
    method: z.string().optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'ping' } });

export const agents = {
  exchangeMessage: operation({
    route: 'POST /mcp',
    area: 'meta',
    summary: 'One message of an agent, by the Model Context Protocol over streamable HTTP',
    description:
      'Tools, resources and their answers as the protocol has them. There are no sessions, and no stream: each request is answered in JSON, under its id. A notification or an answer of the client is taken with 202 and no body.',
    choice: 'C-182',
    body: Message,
    returns: { 200: Message },
    bodiless: { 202: 'A notification or an answer of the client was taken' },
  }),
} as const;
