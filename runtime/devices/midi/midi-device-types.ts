/** Gives the runtime access to the computer's MIDI ports (C-157). */

/**
 * A message, starting with its status byte. This is a type alias rather than an interface, so that it is assignable to
 * a JSON value.
 */
export type MidiPacket = {
  /** The name of the input. */
  readonly device: string;
  readonly bytes: readonly number[];
};

/** The names of the available ports. */
export type MidiPorts = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

export const noMidiPorts: MidiPorts = { inputs: [], outputs: [] };

/** An event that the MIDI device reports. */
export type MidiDeviceEvent =
  /** The available ports. This event is sent whenever they change. */
  | ({ readonly kind: 'ports' } & MidiPorts)
  /** Incoming messages, oldest first, and the number of messages beyond the limit of one event. */
  | { readonly kind: 'came'; readonly packets: readonly MidiPacket[]; readonly leftOut: number }
  /** A failure. */
  | { readonly kind: 'trouble'; readonly message: string };

/** The names of the requested inputs, or `all` for every available input. */
export type RequestedMidiInputs = readonly string[] | 'all';

export interface MidiDevice {
  /**
   * Scans for ports.
   * @returns a promise that resolves after the event that lists the ports; `undefined` if the last scan is still recent
   */
  scanPorts(): Promise<void> | undefined;
  /** Opens the given inputs and closes all others. Missing inputs are opened as soon as they are connected. */
  setOpenInputs(inputs: RequestedMidiInputs): void;
  /** Sends a message to an output that the last ports event has listed. Errors are reported as events. */
  send(output: string, bytes: readonly number[]): void;
  /**
   * Registers the function that receives the device's events.
   * @param notify the function to call with each event; it is never called during a tick
   */
  onEvent(notify: (event: MidiDeviceEvent) => void): void;
  close(): void;
}

/** The default device, which has no ports. */
export const noMidi: MidiDevice = {
  scanPorts: () => undefined,
  setOpenInputs() {},
  send() {},
  onEvent() {},
  close() {},
};
