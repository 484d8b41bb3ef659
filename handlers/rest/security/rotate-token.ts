import { securityOperations } from '#spec/rest/security.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { graceSeconds } from '../../security/security.ts';

export const rotateToken = defineHandler(
  securityOperations.rotateToken,
  async (_, { security, fail }, { call }) => {
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
);
