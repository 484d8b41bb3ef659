import type { hubOperations } from '#spec/rest/hub.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const hubHandlers: Handlers<typeof hubOperations> = {
  negotiateHub: (_, { hub }, { call }) => ({
    ...hub.negotiate(new URLSearchParams(call.query)),
  }),
};
