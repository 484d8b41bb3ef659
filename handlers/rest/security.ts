import { graceSeconds } from '../security/security.ts';
import type { securityOperations } from '#spec/rest/security.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const securityHandlers: Handlers<typeof securityOperations> = {
  getNetwork(_, { network, fail }, { call }) {
    if (!call.isLoopback) {
      fail(
        'CLIENT_NOT_ALLOWED',
        'The addresses of the service are available only on its own machine.',
        undefined,
        'Call GET /api/security/network there.',
      );
    }
    return network();
  },

  async rotateToken(_, { security, fail }, { call }) {
    if (!call.isLoopback) {
      fail(
        'CLIENT_NOT_ALLOWED',
        'The token can be rotated only on the machine of the service.',
        undefined,
        'Call POST /api/security/token/rotate there.',
      );
    }
    await security.rotateToken();
    return { tokenFile: security.settingsFile, graceSeconds };
  },
};
