import { isIP } from 'node:net';

/** The same bytes for every spelling of an address: 4 of IPv4, also where it is mapped into IPv6, else 16. */
export type AddressBytes = readonly number[];

/** The bytes of an address, of which a zone (`%eth0`) is no part; undefined for what is none. */
export const parseAddress = (address: string): AddressBytes | undefined => {
  const [text = ''] = address.split('%');
  const version = isIP(text);
  if (version === 0) return undefined;
  return version === 4 ? text.split('.').map(Number) : unmapIpv4(parseIpv6(text));
};

/** How many bits lead to an IPv4 address in IPv6. */
export const mappedPrefixBits = 96;

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

const unmapIpv4 = (bytes: AddressBytes): AddressBytes =>
  mappedPrefix.every((byte, index) => bytes[index] === byte) ? bytes.slice(mappedPrefix.length) : bytes;

/** As short as can be and in lower case (RFC 5952), which is how a URL has it. */
export const normalizeAddress = (address: string): string =>
  address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

const parseIpv6 = (text: string): AddressBytes => {
  const [front = [], back = []] = normalizeAddress(text).split('::').map(parseGroups);
  const gap = new Array<number>(ipv6GroupCount - front.length - back.length).fill(0);
  return [...front, ...gap, ...back].flatMap((group) => [group >> 8, group & 0xff]);
};

const ipv6GroupCount = 8;

const parseGroups = (part: string): number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
