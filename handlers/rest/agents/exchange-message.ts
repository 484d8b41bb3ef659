import { agents } from '#spec/rest/agents.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';

/** Tools are loaded with the first message: most services never see an agent. */
export const exchangeMessage = handle(
  agents.exchangeMessage,
  async ({ body }, { version, dispatch, bus }, { call }) => {
    const { answerAgent } = await import('../../mcp/own-agent.ts');
    const answer = await answerAgent(body, call, { dispatch, bus }, version);
    return answer ?? new WithHeaders(undefined as never, {}, 202);
  },
);
