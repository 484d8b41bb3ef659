import { agents } from '#spec/rest/agents.ts';
import { handle } from '../../pipeline/handle.ts';
import { Bodiless } from '../../pipeline/bodiless.ts';

/** Tools are loaded with the first message: most services never see an agent. */
export const exchangeMessage = handle(
  agents.exchangeMessage,
  async ({ body }, { version, dispatch, bus }, { call }) => {
    const { answerAgent } = await import('../../mcp/own-agent.ts');
    return (await answerAgent(body, call, { dispatch, bus }, version)) ?? new Bodiless(202);
  },
);
