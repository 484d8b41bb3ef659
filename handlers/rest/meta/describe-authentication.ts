import type { HandlerServices } from '../../handler-services.ts';

/** What a caller without a token is told; where the token lies is for callers on this machine only. */
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
