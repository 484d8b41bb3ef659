import { ApiError } from '#spec/errors.ts';
import { type agentOperations, batchProtocolVersion, mcpProtocolVersions } from '#spec/rest/agents.ts';
import { Result } from '../pipeline/result.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const agentHandlers: Handlers<typeof agentOperations> = {
  /** The tools are loaded only with the first message, because most services never receive one. */
  async exchangeMessage({ body }, { version, dispatch, events, slices }, { call }) {
    checkProtocol(call.agentProtocol, Array.isArray(body));
    const { handleAgentMessage } = await import('../mcp/agent-entry.ts');
    const handle = async (message: Exclude<typeof body, readonly unknown[]>) => {
      const pause = slices.startNextUnit();
      if (pause) await pause;
      return handleAgentMessage(message, call, { dispatch, events }, version);
    };
    if (!Array.isArray(body)) return (await handle(body)) ?? Result.noContent(202);
    const responses = [];
    for (const message of body) responses.push(await handle(message));
    const presentResponses = responses.filter((response) => response !== undefined);
    return presentResponses.length > 0 ? presentResponses : Result.noContent(202);
  },
};

/**
 * Checks the protocol revision of a message.
 * @throws ApiError INVALID_REQUEST for an unsupported revision, and for a batch if the revision doesn't support batches
 */
const checkProtocol = (protocol: string | undefined, isBatch: boolean): void => {
  if (protocol !== undefined && !mcpProtocolVersions.some((supported) => supported === protocol)) {
    throw new ApiError(
      'INVALID_REQUEST',
      `MCP-Protocol-Version: expected one of ${mcpProtocolVersions.join(', ')}, received '${protocol}'.`,
      { parameter: 'MCP-Protocol-Version', validOptions: mcpProtocolVersions },
    );
  }
  if (isBatch && (protocol ?? batchProtocolVersion) !== batchProtocolVersion) {
    throw new ApiError(
      'INVALID_REQUEST',
      `The body: expected one message. Revision ${protocol} has no batches; only ${batchProtocolVersion} does.`,
    );
  }
};
