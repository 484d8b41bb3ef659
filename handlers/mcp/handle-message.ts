import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer } from './mcp-server.ts';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { SceneAccess } from './service-access.ts';

/** A message that was parsed from the body of a request. */
type McpMessage = Readonly<Record<string, unknown>>;

const invalidRequest = {
  error: { code: ErrorCode.InvalidRequest, message: 'This is not a message of the protocol.' },
};

/**
 * Responds to a message from a client.
 * @returns the response, or `undefined` if the message needs no response
 */
export const handleMessage = async <M extends McpMessage>(
  message: M,
  access: SceneAccess,
  version: string,
): Promise<M | undefined> => {
  const { data: read } = JSONRPCMessageSchema.safeParse(message);
  if (!read) return { ...invalidRequest, id: message.id, jsonrpc: '2.0' } as unknown as M;
  const server = createMcpServer(access, version);
  let resolveResponse: (response: JSONRPCMessage) => void;
  const response = new Promise<JSONRPCMessage>((resolve) => {
    resolveResponse = resolve;
  });
  const transport: Transport = {
    start: async () => {},
    send: async (sent) => {
      if ('id' in sent && !('method' in sent)) resolveResponse(sent);
    },
    close: async () => {},
  };
  await server.connect(transport);
  transport.onmessage?.(read);
  return 'id' in read && 'method' in read ? ((await response) as unknown as M) : undefined;
};
