import { hubOperations } from '#spec/rest/hub.ts';
import { handle } from '../../pipeline/handle.ts';

export const negotiateHub = handle(hubOperations.negotiateHub, (_, { hub }, { call }) => ({
  ...hub.negotiate(new URLSearchParams(call.query)),
}));
