import { hubOperations } from '#spec/rest/hub.ts';
import { handle } from '../../pipeline/handle.ts';

export const negotiateHub = handle(hubOperations.negotiateHub, (_, { call, hub }) => ({
  ...hub.negotiate(new URLSearchParams(call.query)),
}));
