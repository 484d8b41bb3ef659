import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler, type HandlerServices } from '../../pipeline/define-handler.ts';

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

/**
 * Describes authentication to callers without a token. The location of the token file is included only for callers on this machine.
 */
const describeAuthentication = (
  { security: { settingsFile }, basePath }: Pick<HandlerServices, 'security' | 'basePath'>,
  loopback: boolean,
) => ({
  required: true as const,
  header: 'X-API-Key' as const,
  docs: `${basePath}/llms.txt`,
  ...(loopback && {
    tokenFile: settingsFile,
    howToEnable: `Set apiEnabled to true in ${settingsFile} and send its apiToken in the X-API-Key header.`,
  }),
});
