/** Encodes and parses MIDI 1.0 messages (C-156). */
import type { EventData } from '#spec/events.ts';
import type { SendableMidiMessage } from '#spec/midi-messages.ts';

/**
 * A parsed MIDI message. Declared as a type alias rather than an interface, so that it is assignable to a JSON value.
 */
export type MidiMessage = Readonly<EventData<'midi.input'>>;

const statusBytes: Readonly<Record<SendableMidiMessage, number>> = {
  noteOff: 0x80,
  noteOn: 0x90,
  controlChange: 0xb0,
  programChange: 0xc0,
  pitchBend: 0xe0,
};

/** @param channel the MIDI channel, from 1 to 16 */
export const encodeMidiMessage = (
  message: SendableMidiMessage,
  channel: number,
  data1: number,
  data2: number,
): number[] => {
  const start = [statusBytes[message] + channel - 1, data1];
  return message === 'programChange' ? start : [...start, data2];
};

/**
 * Messages that silence an output. On every channel, these messages turn all notes off, turn all sound off and release
 * the sustain pedal.
 */
export const silenceMessages: readonly (readonly number[])[] = Array.from({ length: 16 }, (_, channel) =>
  [64, 123, 120].map((controller) => encodeMidiMessage('controlChange', channel + 1, controller, 0)),
).flat();

type ParsedMessage = Pick<MidiMessage, 'message'> & Partial<MidiMessage>;

const combineDataBytes = (low: number, high: number): number => low + high * 128;

const parseChannelMessage = (kind: number, data1: number, data2: number): ParsedMessage | undefined => {
  switch (kind) {
    case 0x80:
      return { message: 'noteOff', note: data1, velocity: data2 };
    case 0x90:
      return { message: data2 === 0 ? 'noteOff' : 'noteOn', note: data1, velocity: data2 };
    case 0xa0:
      return { message: 'aftertouch', note: data1, value: data2 };
    case 0xb0:
      return { message: 'controlChange', controller: data1, value: data2 };
    case 0xc0:
      return { message: 'programChange', program: data1 };
    case 0xd0:
      return { message: 'channelAftertouch', value: data1 };
    case 0xe0:
      return { message: 'pitchBend', value: combineDataBytes(data1, data2) - 8192 };
    default:
      return undefined;
  }
};

const parseSystemMessage = (status: number, data1: number, data2: number): ParsedMessage | undefined => {
  switch (status) {
    case 0xf0:
      return { message: 'sysex' };
    case 0xf1:
      return { message: 'timeCode' };
    case 0xf2:
      return { message: 'songPosition', value: combineDataBytes(data1, data2) };
    case 0xf3:
      return { message: 'songSelect' };
    case 0xf6:
      return { message: 'tuneRequest' };
    case 0xf8:
      return { message: 'clock' };
    case 0xfa:
      return { message: 'start' };
    case 0xfb:
      return { message: 'continue' };
    case 0xfc:
      return { message: 'stop' };
    case 0xff:
      return { message: 'reset' };
    default:
      return undefined;
  }
};

/** Parses a complete message. Returns `undefined` for a message type that isn't reported. */
export const parseMidiMessage = (device: string, raw: readonly number[]): MidiMessage | undefined => {
  const [status = 0, data1, data2] = raw;
  const isChannelMessage = status < 0xf0;
  const data = isChannelMessage
    ? parseChannelMessage(status & 0xf0, data1 ?? 0, data2 ?? 0)
    : parseSystemMessage(status, data1 ?? 0, data2 ?? 0);
  if (!data) return undefined;
  return {
    device,
    ...(isChannelMessage && { channel: (status & 0x0f) + 1 }),
    ...(data.message !== 'sysex' && {
      ...(data1 !== undefined && { data1 }),
      ...(data2 !== undefined && { data2 }),
    }),
    ...data,
    raw: [...raw],
  };
};
