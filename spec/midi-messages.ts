/** Messages of MIDI 1.0, as actions and events name them (register: C-156). */

/** Those of one channel, which can be sent. */
export const sendableMidiMessages = [
  'noteOn',
  'noteOff',
  'controlChange',
  'programChange',
  'pitchBend',
] as const;
export type SendableMidiMessage = (typeof sendableMidiMessages)[number];

/** All that come in. */
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

/** The device that is always there: what is sent to it comes in from it. */
export const loopbackDeviceName = 'Loopback';
