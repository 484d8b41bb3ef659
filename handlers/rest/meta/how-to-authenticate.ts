import type { Security } from '../../security/security.ts';

/** What a caller without a token is told; where the token lies is for callers on this machine only. */
export const howToAuthenticate = ({ settingsFile }: Security, loopback: boolean) => ({
  required: true as const,
  header: 'X-API-Key' as const,
  docs: '/llms.txt',
  ...(loopback && {
    tokenFile: settingsFile,
    howToEnable: `Set apiEnabled to true in ${settingsFile} and send its apiToken in the X-API-Key header.`,
  }),
});
