/**
 * Parses MIDI messages from a byte stream that arrives in arbitrary fragments. Supports running status, split sysex
 * messages, and real-time messages inside other messages.
 */

/** The maximum number of bytes in a sysex message. Longer messages are dropped. */
const maxSysexBytes = 16_384;

const sysexStart = 0xf0;
const sysexEnd = 0xf7;
const firstSystemStatus = 0xf0;
const firstRealTimeStatus = 0xf8;

/**
 * Returns the number of data bytes that follow a status byte. Returns `undefined` for sysex and for a status that MIDI
 * doesn't define.
 */
const getDataLength = (status: number): number | undefined => {
  switch (status >= firstSystemStatus ? status : status & 0xf0) {
    case 0x80:
    case 0x90:
    case 0xa0:
    case 0xb0:
    case 0xe0:
    case 0xf2:
      return 2;
    case 0xc0:
    case 0xd0:
    case 0xf1:
    case 0xf3:
      return 1;
    case 0xf6:
      return 0;
    default:
      return undefined;
  }
};

/**
 * Creates a reader for the bytes of one input.
 * @returns a function that receives bytes and returns the messages that these bytes complete
 */
export const createMidiPacketReader = (): ((bytes: readonly number[]) => number[][]) => {
  /** The bytes received so far of the incomplete message, starting with its status byte. */
  let incomplete: number[] = [];
  /** The running status of the last channel message or, during a system message, the status of that message. */
  let status: number | undefined;

  const readData = (byte: number): number[] | undefined => {
    if (status === undefined) return undefined;
    if (incomplete.length === 0) incomplete = [status];
    incomplete.push(byte);
    if (status === sysexStart) {
      if (incomplete.length >= maxSysexBytes) reset();
      return undefined;
    }
    return complete();
  };

  const complete = (): number[] | undefined => {
    const [first] = incomplete;
    if (first === undefined || incomplete.length - 1 !== getDataLength(first)) return undefined;
    const packet = incomplete;
    incomplete = [];
    if (first >= firstSystemStatus) status = undefined;
    return packet;
  };

  const reset = (): void => {
    incomplete = [];
    status = undefined;
  };

  const readStatus = (byte: number): number[] | undefined => {
    const sysex = byte === sysexEnd && status === sysexStart ? [...incomplete, byte] : undefined;
    reset();
    if (sysex) return sysex;
    if (byte !== sysexStart && getDataLength(byte) === undefined) return undefined;
    status = byte;
    incomplete = [byte];
    return complete();
  };

  const readByte = (byte: number): number[] | undefined => {
    if (byte >= firstRealTimeStatus) return [byte];
    return byte < 0x80 ? readData(byte) : readStatus(byte);
  };

  return (bytes) => bytes.flatMap((byte) => [readByte(byte)].filter((packet) => packet !== undefined));
};
