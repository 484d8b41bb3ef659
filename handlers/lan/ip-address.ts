import { isIP } from 'node:net';

/**
 * The bytes of an address, however it is written: 4 bytes for IPv4, even if it is mapped into IPv6, and otherwise 16.
 */
export type AddressBytes = readonly number[];

/**
 * Parses an address, ignoring its zone (`%eth0`).
 * @returns the bytes of the address, or `undefined` if the address is invalid
 */
export const parseAddress = (address: string): AddressBytes | undefined => {
  const [text = ''] = address.split('%');
  const version = isIP(text);
  if (version === 0) return undefined;
  return version === 4 ? text.split('.').map(Number) : unmapIpv4(parseIpv6(text));
};

/** The length in bits of the prefix with which IPv4 addresses are mapped into IPv6. */
export const mappedPrefixBits = 96;

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

const unmapIpv4 = (bytes: AddressBytes): AddressBytes =>
  mappedPrefix.every((byte, index) => bytes[index] === byte) ? bytes.slice(mappedPrefix.length) : bytes;

/** Converts an address to its canonical form (RFC 5952), which is used in URLs. */
export const normalizeAddress = (address: string): string =>
  address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

const parseIpv6 = (text: string): AddressBytes => {
  const [head = [], tail = []] = normalizeAddress(text).split('::').map(parseGroups);
  const zeros = new Array<number>(ipv6GroupCount - head.length - tail.length).fill(0);
  return [...head, ...zeros, ...tail].flatMap((group) => [group >> 8, group & 0xff]);
};

const ipv6GroupCount = 8;

const parseGroups = (part: string): number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
