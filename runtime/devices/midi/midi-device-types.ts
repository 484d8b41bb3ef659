/** MIDI ports of the machine, as the runtime uses them (register: C-157). */

/** A message from its status byte on. A type, not an interface, as are all news: it is also a JSON value to the compiler. */
export type MidiPacket = {
  /** Name of the input. */
  readonly device: string;
  readonly bytes: readonly number[];
};

/** Names of the ports that there are. */
export type MidiPorts = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

export const noMidiPorts: MidiPorts = { inputs: [], outputs: [] };

/** What a device tells by itself. */
export type MidiDeviceEvent =
  /** Which ports there are, whenever they are others. */
  | ({ readonly kind: 'ports' } & MidiPorts)
  /** What has come in, oldest first, and how many messages more there were than are told of at once. */
  | { readonly kind: 'came'; readonly packets: readonly MidiPacket[]; readonly leftOut: number }
  /** Something does not work. */
  | { readonly kind: 'trouble'; readonly message: string };

/** Names of inputs, or every one that there is. */
export type RequestedMidiInputs = readonly string[] | 'all';

export interface MidiDevice {
  /**
   * Looks which ports there are.
   * @returns resolves when news have told; undefined while what they told last is new enough
   */
  scanPorts(): Promise<void> | undefined;
  /** Has these inputs heard, and no others. Those that are not there yet are heard once they come. */
  setOpenInputs(inputs: RequestedMidiInputs): void;
  /** Sends a message to an output that news have told of; trouble with it comes as news. */
  send(output: string, bytes: readonly number[]): void;
  /** @param tell is called between two ticks at the earliest */
  onEvent(tell: (news: MidiDeviceEvent) => void): void;
  /** Lets go of all ports. */
  close(): void;
}

/** The device of a runtime that is given none. */
export const noMidi: MidiDevice = {
  scanPorts: () => undefined,
  setOpenInputs() {},
  send() {},
  onEvent() {},
  close() {},
};
