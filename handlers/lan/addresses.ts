/** The addresses, address ranges and host names that LAN mode uses (C-171). */
import { isIP } from 'node:net';

/** Whether a certificate can contain this name. */
export const isHostName = (name: string): boolean =>
  hostNamePattern.test(name) && name.length <= maxNameLength;

const hostNamePattern = /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i;
const maxNameLength = 253;

/** A range of addresses that start with the same bits. */
interface AddressRange {
  readonly bytes: AddressBytes;
  readonly bits: number;
}

/** A description of a valid entry. */
export const allowEntryHint =
  'expected an IP address, such as 192.168.1.20, or a range in CIDR notation, such as 192.168.1.0/24 or fd00::/64';

export const isAllowEntry = (entry: string): boolean => parseRange(entry) !== undefined;

/** Whether an address is in one of the listed ranges. An empty list contains no address. */
export const isAllowedAddress = (entries: readonly string[], address: string): boolean => {
  const bytes = parseAddress(address);
  return bytes !== undefined && entries.some((entry) => isWithin(bytes, parseRange(entry)));
};

const entryPattern = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i;

const parseRange = (entry: string): AddressRange | undefined => {
  const [, address = '', length] = entryPattern.exec(entry) ?? [];
  const bytes = parseAddress(address);
  if (!bytes) return undefined;
  const isMapped = bytes.length === 4 && address.includes(':');
  const bits = length === undefined ? bytes.length * 8 : Number(length) - (isMapped ? mappedPrefixBits : 0);
  return bits >= 0 && bits <= bytes.length * 8 ? { bytes, bits } : undefined;
};

const isWithin = (bytes: AddressBytes, range: AddressRange | undefined): boolean =>
  range !== undefined &&
  bytes.length === range.bytes.length &&
  bytes.every((byte, index) => {
    const remainingBits = Math.min(8, Math.max(0, range.bits - index * 8));
    return (byte ^ (range.bytes[index] ?? 0)) >> (8 - remainingBits) === 0;
  });

/**
 * The bytes of an address, however it is written: 4 bytes for IPv4, even if it is mapped into IPv6, and otherwise 16.
 */
type AddressBytes = readonly number[];

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
const mappedPrefixBits = 96;

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
