import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { describeAuthentication } from './describe-authentication.ts';

export const getHealth = defineHandler(
  metaOperations.getHealth,
  (_, { version, basePath, security, controller, link }, { call, isAuthenticated }) => ({
    status: 'ok',
    runtimeConnected: link.connected,
    projectName: controller.project?.name ?? null,
    apiVersion: version,
    apiEnabled: security.settings.apiEnabled,
    authenticated: isAuthenticated,
    ...(controller.unsavedSince && { unsavedSince: controller.unsavedSince.toISOString() }),
    ...(!isAuthenticated && { auth: describeAuthentication({ security, basePath }, call.isLoopback) }),
  }),
);
