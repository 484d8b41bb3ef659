import { hostname, networkInterfaces } from 'node:os';
import { isHostName } from './host-name.ts';

/** The names and addresses at which clients reach this machine. */
export interface MachineNames {
  readonly names: readonly string[];
  /** The IPv4 and IPv6 addresses, without zones. */
  readonly addresses: readonly string[];
}

/**
 * Returns the machine's current names.
 * @param extraNames names that the machine itself doesn't know, such as names from a router
 */
export const getMachineNames = (extraNames: readonly string[]): MachineNames => {
  const names = ['localhost', hostname(), ...extraNames].map((name) => name.toLowerCase());
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.map(({ address }) => address.replace(/%.*/, '')),
  );
  return {
    names: [...new Set(names)].filter(isHostName),
    addresses: [...new Set(['127.0.0.1', '::1', ...addresses])],
  };
};
