import type { Services } from '../../services.ts';

/** What a caller without a token is told; where the token lies is for callers on this machine only. */
export const howToAuthenticate = (
  { security: { settingsFile }, basePath }: Pick<Services, 'security' | 'basePath'>,
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
