import { isLoopbackAddress } from '../hosts/translate.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Settings } from '../security/settings.ts';
import type { Lan } from './lan.ts';

/** LAN mode as it is at the moment. */
export const describeLan = (
  { port, identity, own }: Lan,
  { lan: { allow } }: Settings,
): NonNullable<NetworkState['lan']> => ({
  urls: lanUrls({ port, own }),
  port,
  fingerprint: identity.fingerprint,
  validFrom: identity.from.toISOString(),
  validUntil: identity.until.toISOString(),
  names: [...identity.names],
  addresses: [...identity.addresses],
  allow: [...allow],
});

/** Base addresses for other machines. Addresses of one link are left out: they say nothing without the sender's interface. */
const lanUrls = ({ port, own }: Pick<Lan, 'port' | 'own'>): string[] =>
  own.addresses
    .filter((address) => !isLoopbackAddress(address) && !address.toLowerCase().startsWith('fe80:'))
    .map((address) => `https://${address.includes(':') ? `[${address}]` : address}:${port}`);
