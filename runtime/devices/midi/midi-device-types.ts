/** MIDI ports of the machine, as the runtime uses them (C-157). */

/**
 * A message from its status byte on. A type alias, not an interface, like all device events, so that the compiler
 * accepts it as a JSON value.
 */
export type MidiPacket = {
  /** Name of the input. */
  readonly device: string;
  readonly bytes: readonly number[];
};

/** Names of the available ports. */
export type MidiPorts = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

export const noMidiPorts: MidiPorts = { inputs: [], outputs: [] };

/** The events of a device. */
export type MidiDeviceEvent =
  /** The available ports, whenever they change. */
  | ({ readonly kind: 'ports' } & MidiPorts)
  /** Incoming messages, oldest first, and the number of messages beyond the limit of one event. */
  | { readonly kind: 'came'; readonly packets: readonly MidiPacket[]; readonly leftOut: number }
  /** A failure. */
  | { readonly kind: 'trouble'; readonly message: string };

/** Names of inputs, or all available ones. */
export type RequestedMidiInputs = readonly string[] | 'all';

export interface MidiDevice {
  /**
   * Looks for ports.
   * @returns resolves after the event with the ports; undefined while the latest one is recent enough
   */
  scanPorts(): Promise<void> | undefined;
  /** Opens these inputs and closes all others. Missing ones are opened once they are connected. */
  setOpenInputs(inputs: RequestedMidiInputs): void;
  /** Sends a message to an output from the latest ports event. A failure is reported as an event. */
  send(output: string, bytes: readonly number[]): void;
  /** @param notify is never called during a tick */
  onEvent(notify: (news: MidiDeviceEvent) => void): void;
  /** Closes all ports. */
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
