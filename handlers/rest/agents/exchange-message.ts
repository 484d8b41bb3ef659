import { mcpProtocolVersions, agentOperations, batchProtocolVersion } from '#spec/rest/agents.ts';
import { ApiError } from '#spec/errors.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { NoContent } from '../../pipeline/no-content.ts';

/** The tools are loaded with the first message, because most services never get one. */
export const exchangeMessage = defineHandler(
  agentOperations.exchangeMessage,
  async ({ body }, { version, dispatch, events, slices }, { call }) => {
    checkProtocol(call.agentProtocol, Array.isArray(body));
    const { handleAgentMessage } = await import('../../mcp/agent-entry.ts');
    const answer = async (message: Exclude<typeof body, readonly unknown[]>) => {
      const pause = slices.startNextUnit();
      if (pause) await pause;
      return handleAgentMessage(message, call, { dispatch, events }, version);
    };
    if (!Array.isArray(body)) return (await answer(body)) ?? new NoContent(202);
    const answers = [];
    for (const message of body) answers.push(await answer(message));
    const given = answers.filter((one) => one !== undefined);
    return given.length > 0 ? given : new NoContent(202);
  },
);

/** @throws ApiError INVALID_REQUEST for an unsupported revision, and for a batch in a revision without batches */
const checkProtocol = (protocol: string | undefined, isBatch: boolean): void => {
  if (protocol !== undefined && !mcpProtocolVersions.some((known) => known === protocol)) {
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
