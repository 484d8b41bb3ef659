import { isLoopbackAddress } from '../hosts/fetch-conversion.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Settings } from '../security/settings.ts';
import type { Lan } from './lan.ts';

/** Describes the current state of LAN mode. */
export const describeLan = (
  { port, identity, machineNames }: Lan,
  { lan: { allow } }: Settings,
): NonNullable<NetworkState['lan']> => ({
  urls: listLanUrls({ port, machineNames }),
  port,
  fingerprint: identity.fingerprint,
  validFrom: identity.validFrom.toISOString(),
  validUntil: identity.validUntil.toISOString(),
  names: [...identity.names],
  addresses: [...identity.addresses],
  allow: [...allow],
});

/**
 * Returns base URLs for other machines. Link-local addresses are left out, because they depend on the sender's network
 * interface.
 */
const listLanUrls = ({ port, machineNames }: Pick<Lan, 'port' | 'machineNames'>): string[] =>
  machineNames.addresses
    .filter((address) => !isLoopbackAddress(address) && !address.toLowerCase().startsWith('fe80:'))
    .map((address) => `https://${address.includes(':') ? `[${address}]` : address}:${port}`);
