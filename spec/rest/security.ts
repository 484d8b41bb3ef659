import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const networkStateSchema = z.object({
  loopback: z
    .object({ url: z.string(), eventsUrl: z.string(), port: z.int() })
    .nullable()
    .describe('Plain HTTP, for callers on this machine; null if the service has no socket'),
  lan: z
    .object({
      urls: z.array(z.string()).describe('Base addresses for other machines, over HTTPS'),
      port: z.int(),
      fingerprint: z.string().describe('SHA-256 of the certificate, for clients to pin'),
      validFrom: z.iso.datetime(),
      validUntil: z.iso.datetime(),
      names: z.array(z.string()).describe('Host names in the certificate'),
      addresses: z.array(z.string()).describe('IP addresses in the certificate'),
      allow: z.array(z.string()).describe('Addresses and ranges that may connect; if empty, none may'),
    })
    .nullable()
    .describe('null while LAN mode is off'),
});

/** The addresses of a service, and who may connect to it. */
export type NetworkState = z.output<typeof networkStateSchema>;

export const securityOperations = {
  getNetwork: defineOperation({
    route: 'GET /api/security/network',
    area: 'security',
    summary: 'Addresses of the service, and who may connect; for callers on this machine',
    description:
      'Returns addresses and ports of loopback and of LAN mode, the certificate fingerprint to pin, and the allow-list.',
    choice: 'C-174',
    returns: { 200: networkStateSchema },
    errors: ['CLIENT_NOT_ALLOWED'],
  }),
  rotateToken: defineOperation({
    route: 'POST /api/security/token/rotate',
    area: 'security',
    summary: 'Replace the token in the settings file; for callers on this machine',
    description: 'The new token is only in the settings file. The old token stays valid for graceSeconds.',
    choice: 'C-20',
    returns: {
      200: z.object({
        tokenFile: z.string().describe('The settings file, in which apiToken is the new token'),
        graceSeconds: z.int(),
      }),
    },
    errors: ['CLIENT_NOT_ALLOWED'],
  }),
} as const;
