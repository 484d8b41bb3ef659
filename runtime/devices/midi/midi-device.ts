/** Accesses the computer's MIDI ports through a library that is loaded on first use (C-157). */
import {
  type MidiDevice,
  type MidiDeviceEvent,
  type MidiPacket,
  type MidiPorts,
  noMidiPorts,
  type RequestedMidiInputs,
} from '../../integrations/midi.ts';
import { createMidiPacketReader } from './midi-packet-reader.ts';

interface MidiDeviceOptions {
  /** Loads the library. By default, the installed library is loaded. */
  readonly loadLibrary?: () => Promise<MidiLibrary>;
  /**
   * Starts a periodic task.
   * @returns a function that stops the task
   */
  readonly startInterval?: (task: () => void) => () => void;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** The interval in milliseconds between scans for ports while there are listeners. */
const scanIntervalMs = 2_000;

/** The time in milliseconds for which the result of a scan remains valid. */
const scanCacheMs = 1_000;

const maxMessagesPerEvent = 256;

const startScanInterval = (task: () => void): (() => void) => {
  const timer = setInterval(task, scanIntervalMs).unref();
  return () => clearInterval(timer);
};

const describeLibraryError = (failure: unknown): string => {
  if ((failure as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND')
    return 'it is not installed';
  return failure instanceof Error ? failure.message : String(failure);
};

/** Returns the name of each port. Numbers are added to duplicate names. */
const listPortNames = (port: Pick<MidiLibraryInput, 'getPortCount' | 'getPortName'>): readonly string[] => {
  const names: string[] = [];
  for (let number = 0; number < port.getPortCount(); number++) {
    const name = port.getPortName(number);
    let uniqueName = name;
    for (let copy = 2; names.includes(uniqueName); copy++) uniqueName = `${name} (${copy})`;
    names.push(uniqueName);
  }
  return names;
};

/** The loaded library, with one port object per direction that is used to list ports. */
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
  let notify: (event: MidiDeviceEvent) => void = () => {};
  let libraryPromise: Promise<OpenedLibrary | undefined> | undefined;
  let scanning: Promise<void> | undefined;
  let scannedAt = -Infinity;
  let reportedPorts = '';
  let availablePorts: MidiPorts = noMidiPorts;
  let requestedInputs: RequestedMidiInputs = [];
  let stopScanning: (() => void) | undefined;
  let closed = false;
  const openInputs = new Map<string, MidiLibraryInput>();
  const openOutputs = new Map<string, MidiLibraryOutput>();
  /** Inputs and outputs that couldn't be opened. Cleared when the ports or the listeners change. */
  const failedPorts = new Set<string>();
  const reportedFailures = new Set<string>();
  let packets: MidiPacket[] = [];
  let leftOut = 0;

  const reportFailure = (message: string): void => {
    if (reportedFailures.has(message)) return;
    reportedFailures.add(message);
    notify({ kind: 'trouble', message });
  };

  const openLibrary = async (): Promise<OpenedLibrary | undefined> => {
    try {
      const library = await load();
      return { library, inputs: new library.Input(), outputs: new library.Output() };
    } catch (failure) {
      reportFailure(
        `Only the built-in MIDI device is available, because '${midiPackageName}' cannot be used: ${describeLibraryError(failure)}.`,
      );
      return undefined;
    }
  };

  const flushPackets = (): void => {
    const batch = { packets, leftOut };
    packets = [];
    leftOut = 0;
    if (!closed) notify({ kind: 'came', ...batch });
  };

  const handleMessages = (device: string, messages: readonly (readonly number[])[]): void => {
    if (packets.length === 0 && messages.length > 0) setImmediate(flushPackets);
    for (const bytes of messages) {
      if (packets.length < maxMessagesPerEvent) packets.push({ device, bytes });
      else leftOut += 1;
    }
  };

  /** Calls the library, and reports any error that it throws. */
  const tryCall = <T>(description: string, operation: () => T): T | undefined => {
    try {
      return operation();
    } catch (failure) {
      reportFailure(`${description}: ${describeLibraryError(failure)}.`);
      return undefined;
    }
  };

  /** Opens a port. Returns `undefined` if opening fails; the port is then not tried again for now. */
  const tryOpenPort = <P extends MidiLibraryInput | MidiLibraryOutput>(
    kind: 'input' | 'output',
    name: string,
    createPort: () => P,
    openPort: (port: P) => void,
  ): P | undefined => {
    const description = `The MIDI ${kind} '${name}' cannot be opened`;
    if (failedPorts.has(description)) return undefined;
    const port = tryCall(description, createPort);
    const isOpen =
      port &&
      tryCall(description, () => {
        openPort(port);
        return true;
      });
    if (isOpen) return port;
    failedPorts.add(description);
    port?.destroy();
    return undefined;
  };

  const openInput = ({ library, inputs }: OpenedLibrary, name: string): MidiLibraryInput | undefined =>
    tryOpenPort(
      'input',
      name,
      () => new library.Input(),
      (input) => {
        const readPackets = createMidiPacketReader();
        input.ignoreTypes(false, false, true);
        input.on('message', (_, bytes) => {
          if (openInputs.get(name) === input) handleMessages(name, readPackets(bytes));
        });
        input.openPort(listPortNames(inputs).indexOf(name));
      },
    );

  const openOutput = ({ library, outputs }: OpenedLibrary, name: string): MidiLibraryOutput | undefined =>
    tryOpenPort(
      'output',
      name,
      () => new library.Output(),
      (output) => output.openPort(listPortNames(outputs).indexOf(name)),
    );

  const closeAll = <P extends MidiLibraryInput | MidiLibraryOutput>(
    ports: Map<string, P>,
    isDone: (name: string) => boolean,
  ): void => {
    for (const [name, port] of ports) {
      if (!isDone(name)) continue;
      ports.delete(name);
      tryCall(`The MIDI device '${name}' cannot be closed`, () => port.destroy());
    }
  };

  const isRequested = (name: string): boolean =>
    availablePorts.inputs.includes(name) && (requestedInputs === 'all' || requestedInputs.includes(name));

  const openRequestedInputs = (library: OpenedLibrary): void => {
    closeAll(openInputs, (name) => !isRequested(name));
    closeAll(openOutputs, (name) => !availablePorts.outputs.includes(name));
    for (const name of availablePorts.inputs) {
      if (!isRequested(name) || openInputs.has(name)) continue;
      const input = openInput(library, name);
      if (input) openInputs.set(name, input);
    }
  };

  const scanPorts = async (): Promise<void> => {
    libraryPromise ??= openLibrary();
    const library = await libraryPromise;
    if (closed) return;
    scannedAt = now();
    availablePorts =
      (library && tryCall('The MIDI devices cannot be listed', () => listPorts(library))) ?? noMidiPorts;
    const currentPorts = JSON.stringify(availablePorts);
    if (currentPorts !== reportedPorts) failedPorts.clear();
    if (library) openRequestedInputs(library);
    if (currentPorts === reportedPorts) return;
    reportedPorts = currentPorts;
    notify({ kind: 'ports', ...availablePorts });
  };

  const scanIfStale: MidiDevice['scanPorts'] = () => {
    if (now() - scannedAt < scanCacheMs) return undefined;
    scanning ??= scanPorts().finally(() => {
      scanning = undefined;
    });
    return scanning;
  };

  return {
    scanPorts: scanIfStale,
    setOpenInputs(inputs) {
      requestedInputs = inputs;
      failedPorts.clear();
      if (inputs.length === 0) {
        closeAll(openInputs, () => true);
        stopScanning?.();
        stopScanning = undefined;
        return;
      }
      stopScanning ??= startInterval(() => void scanIfStale());
      // A new listener triggers a scan, even if the last scan is recent.
      void (scanning ?? Promise.resolve()).then(scanPorts);
    },
    send(output, bytes) {
      void libraryPromise?.then((library) => {
        if (!library || closed) return;
        const port = openOutputs.get(output) ?? openOutput(library, output);
        if (!port) return;
        openOutputs.set(output, port);
        tryCall(`The MIDI output '${output}' rejected a message`, () => port.sendMessage([...bytes]));
      });
    },
    onEvent(listener) {
      notify = listener;
    },
    close() {
      closed = true;
      stopScanning?.();
      closeAll(openInputs, () => true);
      closeAll(openOutputs, () => true);
      void libraryPromise?.then((library) => {
        library?.inputs.destroy();
        library?.outputs.destroy();
      });
    },
  };
};

/** The part of `@julusian/midi` that is used here. The package is optional. */

interface MidiLibraryPort {
  getPortCount(): number;
  getPortName(port: number): string;
  openPort(port: number): void;
  /** Closes the port, so that the port doesn't keep the process alive. */
  destroy(): void;
}

export interface MidiLibraryInput extends MidiLibraryPort {
  /** Selects the message types to ignore. `false` for the first two parameters enables sysex and timing messages. */
  ignoreTypes(sysex: boolean, timing: boolean, activeSensing: boolean): void;
  on(event: 'message', listener: (deltaTime: number, bytes: number[]) => void): unknown;
}

export interface MidiLibraryOutput extends MidiLibraryPort {
  sendMessage(bytes: number[]): void;
}

export interface MidiLibrary {
  readonly Input: new () => MidiLibraryInput;
  readonly Output: new () => MidiLibraryOutput;
}

const midiPackageName = '@julusian/midi';

/**
 * Loads the MIDI package.
 * @throws Error when the package isn't installed, or doesn't support this computer
 */
const loadMidiLibrary = async (): Promise<MidiLibrary> => {
  // The name isn't a literal, so that the compiler and the bundler don't resolve the optional package.
  const name: string = midiPackageName;
  const loaded = (await import(name)) as MidiLibrary & { readonly default?: MidiLibrary };
  return loaded.Input ? loaded : (loaded.default as MidiLibrary);
};
