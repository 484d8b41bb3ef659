import { securityOperations } from '#spec/rest/security.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getNetwork = defineHandler(securityOperations.getNetwork, (_, { network, fail }, { call }) => {
  if (!call.isLoopback) {
    fail(
      'CLIENT_NOT_ALLOWED',
      'Where the service answers is told on its own machine only.',
      undefined,
      'GET /api/security/network there.',
    );
  }
  return network();
});
