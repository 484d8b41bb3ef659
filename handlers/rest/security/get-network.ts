import { securityOperations } from '#spec/rest/security.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNetwork = handle(securityOperations.getNetwork, (_, { network, fail }, { call }) => {
  if (!call.loopback) {
    fail(
      'CLIENT_NOT_ALLOWED',
      'Where the service answers is told on its own machine only.',
      undefined,
      'GET /api/security/network there.',
    );
  }
  return network();
});
