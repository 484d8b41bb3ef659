/** The MIDI ports of the machine, through a library that is loaded on first use (C-157). */
import { loadMidiLibrary, midiPackageName } from './midi-library.ts';
import { noMidiPorts } from './midi-device-types.ts';
import { createMidiPacketReader } from './midi-packet-reader.ts';
import type { MidiLibraryInput, MidiLibraryOutput, MidiLibrary } from './midi-library.ts';
import type {
  MidiDevice,
  MidiDeviceEvent,
  MidiPacket,
  MidiPorts,
  RequestedMidiInputs,
} from './midi-device-types.ts';

interface MidiDeviceOptions {
  /** Loads the library; by default the installed one. */
  readonly loadLibrary?: () => Promise<MidiLibrary>;
  /** Repeats some work from time to time, until the returned function is called. */
  readonly startInterval?: (work: () => void) => () => void;
  /** Milliseconds of real time since some fixed moment. */
  readonly now?: () => number;
}

/** Milliseconds between two scans for changed ports, while there are listeners. */
const scanIntervalMs = 2_000;
/** Milliseconds for which a scan stays valid. */
const scanCacheMs = 1_000;
/** Messages per event. */
const maxMessagesPerEvent = 256;

const startScanInterval = (work: () => void): (() => void) => {
  const timer = setInterval(work, scanIntervalMs).unref();
  return () => clearInterval(timer);
};

const describeLibraryError = (failure: unknown): string => {
  if ((failure as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND')
    return 'it is not installed';
  return failure instanceof Error ? failure.message : String(failure);
};

/** Lists the names of ports by their numbers; a repeated name gets a number appended. */
const listPortNames = (port: Pick<MidiLibraryInput, 'getPortCount' | 'getPortName'>): readonly string[] => {
  const names: string[] = [];
  for (let number = 0; number < port.getPortCount(); number++) {
    const name = port.getPortName(number);
    let own = name;
    for (let copy = 2; names.includes(own); copy++) own = `${name} (${copy})`;
    names.push(own);
  }
  return names;
};

/** The loaded library, with one port object per direction that is only used to list ports. */
interface OpenedLibrary {
  readonly library: MidiLibrary;
  readonly inputs: MidiLibraryInput;
  readonly outputs: MidiLibraryOutput;
}

const listPorts = ({ inputs, outputs }: OpenedLibrary): MidiPorts => ({
  inputs: listPortNames(inputs),
  outputs: listPortNames(outputs),
});

export const createMidiDevice = ({
  loadLibrary: load = loadMidiLibrary,
  startInterval = startScanInterval,
  now = performance.now.bind(performance),
}: MidiDeviceOptions = {}): MidiDevice => {
  let tell: (news: MidiDeviceEvent) => void = () => {};
  let opening: Promise<OpenedLibrary | undefined> | undefined;
  let looking: Promise<void> | undefined;
  let lookedAt = -Infinity;
  let told = '';
  let names: MidiPorts = noMidiPorts;
  let wanted: RequestedMidiInputs = [];
  let endLooking: (() => void) | undefined;
  let closed = false;
  const heard = new Map<string, MidiLibraryInput>();
  const used = new Map<string, MidiLibraryOutput>();
  /** Inputs and outputs that failed to open, until the ports or the listeners change. */
  const refused = new Set<string>();
  /** Failures that were already reported. */
  const troubles = new Set<string>();
  let packets: MidiPacket[] = [];
  let leftOut = 0;

  const tellTrouble = (message: string): void => {
    if (troubles.has(message)) return;
    troubles.add(message);
    tell({ kind: 'trouble', message });
  };

  const open = async (): Promise<OpenedLibrary | undefined> => {
    try {
      const library = await load();
      return { library, inputs: new library.Input(), outputs: new library.Output() };
    } catch (failure) {
      tellTrouble(
        `Only the built-in MIDI device is available, because '${midiPackageName}' cannot be used: ${describeLibraryError(failure)}.`,
      );
      return undefined;
    }
  };

  const tellCame = (): void => {
    const came = { packets, leftOut };
    packets = [];
    leftOut = 0;
    if (!closed) tell({ kind: 'came', ...came });
  };

  const take = (device: string, messages: readonly (readonly number[])[]): void => {
    if (packets.length === 0 && messages.length > 0) setImmediate(tellCame);
    for (const bytes of messages) {
      if (packets.length < maxMessagesPerEvent) packets.push({ device, bytes });
      else leftOut += 1;
    }
  };

  /** Calls into the library, which throws anything. */
  const attempt = <T>(what: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (failure) {
      tellTrouble(`${what}: ${describeLibraryError(failure)}.`);
      return undefined;
    }
  };

  /** Opens a port; undefined when that fails, in which case it is not retried for now. */
  const opened = <P extends MidiLibraryInput | MidiLibraryOutput>(
    kind: 'input' | 'output',
    name: string,
    make: () => P,
    begin: (port: P) => void,
  ): P | undefined => {
    const what = `The MIDI ${kind} '${name}' cannot be opened`;
    if (refused.has(what)) return undefined;
    const port = attempt(what, make);
    const isOpen =
      port &&
      attempt(what, () => {
        begin(port);
        return true;
      });
    if (isOpen) return port;
    refused.add(what);
    port?.destroy();
    return undefined;
  };

  const openInput = ({ library, inputs }: OpenedLibrary, name: string): MidiLibraryInput | undefined =>
    opened(
      'input',
      name,
      () => new library.Input(),
      (input) => {
        const read = createMidiPacketReader();
        input.ignoreTypes(false, false, true);
        input.on('message', (_, bytes) => {
          if (heard.get(name) === input) take(name, read(bytes));
        });
        input.openPort(listPortNames(inputs).indexOf(name));
      },
    );

  const openOutput = ({ library, outputs }: OpenedLibrary, name: string): MidiLibraryOutput | undefined =>
    opened(
      'output',
      name,
      () => new library.Output(),
      (output) => output.openPort(listPortNames(outputs).indexOf(name)),
    );

  const closeAll = <P extends MidiLibraryInput | MidiLibraryOutput>(
    ports: Map<string, P>,
    isOver: (name: string) => boolean,
  ): void => {
    for (const [name, port] of ports) {
      if (!isOver(name)) continue;
      ports.delete(name);
      attempt(`The MIDI device '${name}' cannot be closed`, () => port.destroy());
    }
  };

  const isWanted = (name: string): boolean =>
    names.inputs.includes(name) && (wanted === 'all' || wanted.includes(name));

  const openWanted = (library: OpenedLibrary): void => {
    closeAll(heard, (name) => !isWanted(name));
    closeAll(used, (name) => !names.outputs.includes(name));
    for (const name of names.inputs) {
      if (!isWanted(name) || heard.has(name)) continue;
      const input = openInput(library, name);
      if (input) heard.set(name, input);
    }
  };

  const lookNow = async (): Promise<void> => {
    opening ??= open();
    const library = await opening;
    if (closed) return;
    lookedAt = now();
    names =
      (library && attempt('The MIDI devices cannot be listed', () => listPorts(library))) ?? noMidiPorts;
    const seen = JSON.stringify(names);
    if (seen !== told) refused.clear();
    if (library) openWanted(library);
    if (seen === told) return;
    told = seen;
    tell({ kind: 'ports', ...names });
  };

  const look: MidiDevice['scanPorts'] = () => {
    if (now() - lookedAt < scanCacheMs) return undefined;
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  return {
    scanPorts: look,
    setOpenInputs(inputs) {
      wanted = inputs;
      refused.clear();
      if (inputs.length === 0) {
        closeAll(heard, () => true);
        endLooking?.();
        endLooking = undefined;
        return;
      }
      endLooking ??= startInterval(() => void look());
      // a new listener triggers a scan at once, however recent the last one is
      void (looking ?? Promise.resolve()).then(lookNow);
    },
    send(output, bytes) {
      void opening?.then((library) => {
        if (!library || closed) return;
        const port = used.get(output) ?? openOutput(library, output);
        if (!port) return;
        used.set(output, port);
        attempt(`The MIDI output '${output}' rejected a message`, () => port.sendMessage([...bytes]));
      });
    },
    onEvent(listener) {
      tell = listener;
    },
    close() {
      closed = true;
      endLooking?.();
      closeAll(heard, () => true);
      closeAll(used, () => true);
      void opening?.then((library) => {
        library?.inputs.destroy();
        library?.outputs.destroy();
      });
    },
  };
};
