import type { HandlerServices } from '../../handler-services.ts';

/**
 * Describes authentication to callers without a token. Only callers on this machine are told where the token is stored.
 */
export const describeAuthentication = (
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
