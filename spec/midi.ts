/** Messages of MIDI 1.0, as actions and events name them (register: C-156). */

/** Those of one channel, which can be sent. */
export const sentMessages = ['noteOn', 'noteOff', 'controlChange', 'programChange', 'pitchBend'] as const;
export type SentMessage = (typeof sentMessages)[number];

/** All that come in. */
export const receivedMessages = [
  ...sentMessages,
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
export type ReceivedMessage = (typeof receivedMessages)[number];

/** The device that is always there: what is sent to it comes in from it. */
export const loopbackName = 'Loopback';
