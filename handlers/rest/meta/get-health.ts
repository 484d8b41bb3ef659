import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';
import { howToAuthenticate } from './how-to-authenticate.ts';

export const getHealth = handle(
  metaOperations.getHealth,
  (_, { version, basePath, security, controller, link }, { call, authenticated }) => ({
    status: 'ok',
    runtimeConnected: link.connected,
    projectName: controller.project?.name ?? null,
    apiVersion: version,
    apiEnabled: security.settings.apiEnabled,
    authenticated,
    ...(controller.unsavedSince && { unsavedSince: controller.unsavedSince.toISOString() }),
    ...(!authenticated && { auth: howToAuthenticate({ security, basePath }, call.loopback) }),
  }),
);
