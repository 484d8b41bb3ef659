/**
 * Decodes a MessagePack timestamp to an ISO date string, as used in JSON. Returns `undefined` when the timestamp is out
 * of range.
 */
export const decodeTimestamp = (bytes: Buffer): string | undefined => {
  const milliseconds = decodeMilliseconds(bytes);
  const date = new Date(milliseconds ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

const decodeMilliseconds = (bytes: Buffer): number | undefined => {
  switch (bytes.length) {
    case 4:
      return bytes.readUInt32BE() * 1000;
    case 8: {
      // The high 30 bits contain the nanoseconds, the low 34 bits the seconds.
      const packed = bytes.readBigUInt64BE();
      return Number(packed & 0x3_ffff_ffffn) * 1000 + Number(packed >> 34n) / 1e6;
    }
    case 12:
      return Number(bytes.readBigInt64BE(4)) * 1000 + bytes.readUInt32BE() / 1e6;
    default:
      return undefined;
  }
};
