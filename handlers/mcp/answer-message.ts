import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { createAgentServer } from './server.ts';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { SceneAccess } from './access.ts';

/** A message as it came over HTTP. */
type Message = Readonly<Record<string, unknown>>;

const invalid = { error: { code: ErrorCode.InvalidRequest, message: 'This is no message of the protocol.' } };

/** Answers one message of a client. @returns undefined for one that wants no answer */
export const answerMessage = async <M extends Message>(
  message: M,
  access: SceneAccess,
  version: string,
): Promise<M | undefined> => {
  const { data: read } = JSONRPCMessageSchema.safeParse(message);
  if (!read) return { ...invalid, id: message.id, jsonrpc: '2.0' } as unknown as M;
  const server = createAgentServer(access, version);
  let answered: (answer: JSONRPCMessage) => void;
  const answer = new Promise<JSONRPCMessage>((resolve) => {
    answered = resolve;
  });
  const transport: Transport = {
    start: async () => {},
    send: async (sent) => {
      if ('id' in sent && !('method' in sent)) answered(sent);
    },
    close: async () => {},
  };
  await server.connect(transport);
  transport.onmessage?.(read);
  return 'id' in read && 'method' in read ? ((await answer) as unknown as M) : undefined;
};
