/** Creates a fake MIDI library whose ports are controlled by the test. */
import type { MidiLibraryInput, MidiLibraryOutput, MidiLibrary } from './midi-device.ts';

export const createFakeMidiLibrary = () => {
  const ports = { inputs: ['Keyboard'], outputs: ['Synth'] };
  /** The open inputs, each with the listener that receives the input's bytes. */
  const open: { readonly name: string; readonly listener: (bytes: number[]) => void }[] = [];
  const sentMessages: (readonly [name: string, ...bytes: number[]])[] = [];
  const failingPorts = new Set<string>();
  const ignoredTypes: boolean[][] = [];
  let createdCount = 0;
  let destroyed = 0;

  const createPortClass = (kind: keyof typeof ports) => {
    createdCount += 1;
    let name = '';
    return {
      getPortCount: () => ports[kind].length,
      getPortName: (port: number) => ports[kind][port] ?? '',
      open: (port: number) => {
        name = ports[kind][port] ?? '';
        if (failingPorts.has(name)) throw new Error('it is in use');
      },
      get name() {
        return name;
      },
    };
  };

  class Input implements MidiLibraryInput {
    private readonly port = createPortClass('inputs');
    private listener: (deltaTime: number, bytes: number[]) => void = () => {};
    private entry: (typeof open)[number] | undefined;
    getPortCount = this.port.getPortCount;
    getPortName = this.port.getPortName;
    ignoreTypes(...types: boolean[]) {
      ignoredTypes.push(types);
    }
    on(_: 'message', listener: (deltaTime: number, bytes: number[]) => void) {
      this.listener = listener;
    }
    openPort(port: number) {
      this.port.open(port);
      this.entry = { name: this.port.name, listener: (bytes) => this.listener(0.1, bytes) };
      open.push(this.entry);
    }
    destroy() {
      destroyed += 1;
      if (this.entry) open.splice(open.indexOf(this.entry), 1);
    }
  }

  class Output implements MidiLibraryOutput {
    private readonly port = createPortClass('outputs');
    getPortCount = this.port.getPortCount;
    getPortName = this.port.getPortName;
    openPort(port: number) {
      this.port.open(port);
    }
    destroy() {
      destroyed += 1;
      if (this.port.name !== '') sentMessages.push([`${this.port.name} closed`]);
    }
    sendMessage(bytes: number[]) {
      if (failingPorts.has(this.port.name)) throw new Error('it is gone');
      sentMessages.push([this.port.name, ...bytes]);
    }
  }

  const library: MidiLibrary = { Input, Output };
  return {
    library,
    ports,
    sentMessages,
    failingPorts,
    ignoredTypes,
    opened: () => open.map(({ name }) => name),
    /** The number of port objects that have been created so far. */
    createdCount: () => createdCount,
    remainingCount: () => createdCount - destroyed,
    /** Simulates the arrival of bytes at an open input. */
    receive(name: string, ...bytes: number[]) {
      for (const port of open) if (port.name === name) port.listener(bytes);
    },
  };
};
