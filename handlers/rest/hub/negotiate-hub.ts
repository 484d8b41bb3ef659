import { hubOperations } from '#spec/rest/hub.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const negotiateHub = defineHandler(hubOperations.negotiateHub, (_, { hub }, { call }) => ({
  ...hub.negotiate(new URLSearchParams(call.query)),
}));
