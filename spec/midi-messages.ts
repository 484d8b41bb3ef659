/** MIDI 1.0 messages, with the names used in actions and events (C-156). */

/** Channel messages, which can be sent. */
export const sendableMidiMessages = [
  'noteOn',
  'noteOff',
  'controlChange',
  'programChange',
  'pitchBend',
] as const;
export type SendableMidiMessage = (typeof sendableMidiMessages)[number];

/** All messages that can be received. */
export const receivableMidiMessages = [
  ...sendableMidiMessages,
  'aftertouch',
  'channelAftertouch',
  'sysex',
  'timeCode',
  'songPosition',
  'songSelect',
  'tuneRequest',
  'clock',
  'start',
  'continue',
  'stop',
  'reset',
] as const;
export type ReceivableMidiMessage = (typeof receivableMidiMessages)[number];

/** A device that is always available and returns every message that is sent to it. */
export const loopbackDeviceName = 'Loopback';
