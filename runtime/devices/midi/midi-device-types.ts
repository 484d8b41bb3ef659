/** MIDI ports of the computer, for the runtime (C-157). */

/**
 * A message, starting with its status byte. A type rather than an interface, so that it is assignable to a JSON value.
 */
export type MidiPacket = {
  /** Name of the input. */
  readonly device: string;
  readonly bytes: readonly number[];
};

/** Names of the available ports. */
export type MidiPorts = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

export const noMidiPorts: MidiPorts = { inputs: [], outputs: [] };

/** An event of the device. */
export type MidiDeviceEvent =
  /** The available ports, whenever they change. */
  | ({ readonly kind: 'ports' } & MidiPorts)
  /** Incoming messages, oldest first, and the number of messages beyond the limit of one event. */
  | { readonly kind: 'came'; readonly packets: readonly MidiPacket[]; readonly leftOut: number }
  /** A failure. */
  | { readonly kind: 'trouble'; readonly message: string };

/** Names of inputs, or all available inputs. */
export type RequestedMidiInputs = readonly string[] | 'all';

export interface MidiDevice {
  /**
   * Scans for ports.
   * @returns a promise that resolves after the event with the ports; undefined if the last scan is recent
   */
  scanPorts(): Promise<void> | undefined;
  /** Opens these inputs, and closes all others. Missing inputs are opened when they are connected. */
  setOpenInputs(inputs: RequestedMidiInputs): void;
  /** Sends a message to an output from the last ports event. An error is reported as an event. */
  send(output: string, bytes: readonly number[]): void;
  /** @param notify never called during a tick */
  onEvent(notify: (event: MidiDeviceEvent) => void): void;
  /** Closes all ports. */
  close(): void;
}

/** The default device. It has no ports. */
export const noMidi: MidiDevice = {
  scanPorts: () => undefined,
  setOpenInputs() {},
  send() {},
  onEvent() {},
  close() {},
};
