import { isLoopbackAddress } from '../hosts/fetch-conversion.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Settings } from '../security/settings.ts';
import type { Lan } from './lan.ts';

/** LAN mode as it is at the moment. */
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

/** Base addresses for other machines. Addresses of one link are left out: they say nothing without the sender's interface. */
const listLanUrls = ({ port, machineNames }: Pick<Lan, 'port' | 'machineNames'>): string[] =>
  machineNames.addresses
    .filter((address) => !isLoopbackAddress(address) && !address.toLowerCase().startsWith('fe80:'))
    .map((address) => `https://${address.includes(':') ? `[${address}]` : address}:${port}`);
