import { securityOperations } from '#spec/rest/security.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getNetwork = defineHandler(securityOperations.getNetwork, (_, { network, fail }, { call }) => {
  if (!call.isLoopback) {
    fail(
      'CLIENT_NOT_ALLOWED',
      'The addresses of the service are available only on its own machine.',
      undefined,
      'Call GET /api/security/network there.',
    );
  }
  return network();
});
