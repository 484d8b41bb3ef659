import { isIP } from 'node:net';

/** The bytes of an address, whatever its spelling: 4 for IPv4, also when mapped into IPv6, otherwise 16. */
export type AddressBytes = readonly number[];

/** Parses an address and ignores its zone (`%eth0`). @returns undefined if it is invalid */
export const parseAddress = (address: string): AddressBytes | undefined => {
  const [text = ''] = address.split('%');
  const version = isIP(text);
  if (version === 0) return undefined;
  return version === 4 ? text.split('.').map(Number) : unmapIpv4(parseIpv6(text));
};

/** The length of the prefix of IPv4 addresses mapped into IPv6, in bits. */
export const mappedPrefixBits = 96;

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

const unmapIpv4 = (bytes: AddressBytes): AddressBytes =>
  mappedPrefix.every((byte, index) => bytes[index] === byte) ? bytes.slice(mappedPrefix.length) : bytes;

/** Shortens an address to its canonical form (RFC 5952), as URLs contain it. */
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
