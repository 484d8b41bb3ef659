/**
 * The entry point of the bundle that `POST /mcp` loads with its first message. The bundle is built separately, so that
 * it isn't read at startup.
 */
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { createClient, type SceneEvent } from '#spec/client/index.ts';
import { parsePattern } from '#spec/parse-event-pattern.ts';
import { toResponse } from '../hosts/fetch-host.ts';
import { getCallToken } from '../pipeline/authorize-call.ts';
import { canonicalizePath } from '../pipeline/router.ts';
import { createMcpServer } from './mcp-server.ts';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { z } from 'zod';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { McpMessage } from '#spec/rest/agents.ts';
import type { InProcessEvents } from '../in-process-events.ts';
import type { Call, Reply } from '../pipeline/call.ts';
import type { SceneAccess } from './define-tool.ts';

type Message = z.output<typeof McpMessage>;

/** The parts of the service that its tools use. */
interface InProcessService {
  dispatch(call: Call): MaybePromise<Reply>;
  readonly events: InProcessEvents;
}

/** The name of agents that send no X-Client-Name. */
const defaultClientName = 'MCP';

/** Gives tools access to this service. The tools' calls are authorized as if the client itself had sent them. */
const createInProcessAccess = (call: Call, { dispatch, events }: InProcessService): SceneAccess => {
  // Each message calls at most one tool, whose edits are one step in the history of each graph.
  const editSource = {
    client: call.clientName || defaultClientName,
    operation: 'exchangeMessage',
    hasParts: true,
  };
  const fetch = async (url: unknown, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const reply = await dispatch({
      ...call,
      token: getCallToken(call, 'agents'),
      method,
      path: canonicalizePath(pathname),
      query: search.slice(1),
      contentType: 'application/json',
      accept: undefined,
      ifMatch: new Headers(headers).get('if-match') ?? undefined,
      clientName: editSource.client,
      editSource,
      acceptsBytes: false,
      body: typeof body === 'string' ? { text: body } : undefined,
    });
    return toResponse(reply, method);
  };
  return {
    client: createClient({ url: 'http://own', fetch }),
    async listen(patterns, listener, since) {
      const types = patterns.map((pattern) => events.kinds.resolve(parsePattern(pattern)));
      const { gap, unsubscribe } = events.listen(
        types.flat(),
        (event) => listener(event as SceneEvent),
        since,
      );
      return {
        gap,
        unmatched: patterns.filter((_, index) => types[index]?.length === 0),
        get seq() {
          return events.seq;
        },
        unsubscribe: async () => unsubscribe(),
      };
    },
    getLastSeq: async () => events.seq,
  };
};

const invalidRequest = {
  error: { code: ErrorCode.InvalidRequest, message: 'This is not a message of the protocol.' },
};

/**
 * Responds to a message from an MCP client.
 * @returns the response, or `undefined` if the message needs no response
 */
export const handleAgentMessage = async (
  message: Message,
  call: Call,
  service: InProcessService,
  version: string,
): Promise<Message | undefined> => {
  const { data: read } = JSONRPCMessageSchema.safeParse(message);
  if (!read) return { ...invalidRequest, id: message.id, jsonrpc: '2.0' };
  const server = createMcpServer(createInProcessAccess(call, service), version);
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
  return 'id' in read && 'method' in read ? response : undefined;
};
