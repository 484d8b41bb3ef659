/** Creates a fake MIDI library whose ports the test controls. */
import type { MidiLibraryInput, MidiLibraryOutput, MidiLibrary } from './midi-library.ts';

export const createFakeMidiLibrary = () => {
  const ports = { inputs: ['Keyboard'], outputs: ['Synth'] };
  /** Open inputs, and sent messages by port name. */
  const open: { readonly name: string; readonly hear: (bytes: number[]) => void }[] = [];
  const sent: (readonly [name: string, ...bytes: number[]])[] = [];
  const broken = new Set<string>();
  const ignored: boolean[][] = [];
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
        if (broken.has(name)) throw new Error('it is in use');
      },
      get name() {
        return name;
      },
    };
  };

  class Input implements MidiLibraryInput {
    private readonly port = createPortClass('inputs');
    private hear: (deltaTime: number, bytes: number[]) => void = () => {};
    private entry: (typeof open)[number] | undefined;
    getPortCount = this.port.getPortCount;
    getPortName = this.port.getPortName;
    ignoreTypes(...types: boolean[]) {
      ignored.push(types);
    }
    on(_: 'message', listener: (deltaTime: number, bytes: number[]) => void) {
      this.hear = listener;
    }
    openPort(port: number) {
      this.port.open(port);
      this.entry = { name: this.port.name, hear: (bytes) => this.hear(0.1, bytes) };
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
      if (this.port.name !== '') sent.push([`${this.port.name} closed`]);
    }
    sendMessage(bytes: number[]) {
      if (broken.has(this.port.name)) throw new Error('it is gone');
      sent.push([this.port.name, ...bytes]);
    }
  }

  const library: MidiLibrary = { Input, Output };
  return {
    library,
    ports,
    sent,
    broken,
    ignored,
    opened: () => open.map(({ name }) => name),
    /** The number of created port objects, and how many of them still exist. */
    made: () => createdCount,
    left: () => createdCount - destroyed,
    /** Simulates bytes that arrive at an open input. */
    come(name: string, ...bytes: number[]) {
      for (const port of open) if (port.name === name) port.hear(bytes);
    },
  };
};
