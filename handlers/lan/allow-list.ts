/** The IPv4 and IPv6 addresses and ranges from which clients may connect in LAN mode (C-171). */
import { type AddressBytes, parseAddress, mappedPrefixBits } from './ip-address.ts';

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
