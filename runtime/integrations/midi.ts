/** The MIDI input and output of a runtime (catalogue of actions: midi; C-156, C-157). */
import { findActionByName } from '#spec/actions/find-action.ts';
import { ApiError } from '#spec/errors.ts';
import {
  loopbackDeviceName,
  type ReceivableMidiMessage,
  type SendableMidiMessage,
} from '#spec/midi-messages.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { encodeMidiMessage, type MidiMessage, parseMidiMessage, silenceMessages } from './midi-messages.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../link/runtime-link.ts';

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

export type MidiPorts = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

export const noMidiPorts: MidiPorts = { inputs: [], outputs: [] };

export type MidiDeviceEvent =
  /** The available ports. This event is sent whenever they change. */
  | ({ readonly kind: 'ports' } & MidiPorts)
  /** Incoming messages, oldest first, and the number of messages beyond the limit of one event. */
  | { readonly kind: 'came'; readonly packets: readonly MidiPacket[]; readonly leftOut: number }
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

/** Maximum number of messages between two steps. */
const maxMessagesPerStep = 256;

const maxSubscriptions = 1_000;

/** Minimum number of seconds between two warnings about dropped messages. */
const warningIntervalSeconds = 1;

interface MidiFilter {
  readonly device: string | undefined;
  readonly channel: number | undefined;
  readonly messages: readonly ReceivableMidiMessage[] | undefined;
}

export interface MidiPort {
  readonly name: string;
  readonly isVirtual: boolean;
}

interface MidiOptions {
  readonly device: MidiDevice;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
  /** Called with every message, for the nodes that wait for messages. */
  readonly onMessage: (message: MidiMessage) => void;
  /** Length of a step in seconds. */
  readonly fixedStep: number;
}

const matchesFilter = ({ device, channel, messages }: MidiFilter, message: MidiMessage): boolean =>
  (device === undefined || device === message.device) &&
  (channel === undefined || channel === message.channel) &&
  (messages === undefined || messages.includes(message.message));

export const createMidi = ({ device, raise, log, onMessage, fixedStep }: MidiOptions) => {
  let ports: MidiPorts = noMidiPorts;
  const subscriptions = new Map<string, MidiFilter>();
  let subscriptionCount = 0;
  let graphsListen = false;
  let requestedInputs: RequestedMidiInputs = [];
  /** Number of messages received since the last step. */
  let messageCount = 0;
  let droppedCount = 0;
  /** Seconds since the last warning about dropped messages. */
  let secondsSinceWarning = warningIntervalSeconds;

  const withLoopback = (names: readonly string[]): readonly string[] => [
    loopbackDeviceName,
    ...names.filter((name) => name !== loopbackDeviceName),
  ];

  const requirePort = (name: string, kind: keyof MidiPorts): void => {
    const names = withLoopback(ports[kind]);
    if (names.includes(name)) return;
    throw new ApiError(
      'ACTION_FAILED',
      `There is no MIDI ${kind.slice(0, -1)} '${name}'; midi.devices lists the available ones.`,
      { parameter: 'device', nearest: suggestNames(name, names), validOptions: names },
    );
  };

  const updateInputs = (): void => {
    const selections = [...subscriptions.values()];
    const deviceNames = [...new Set(selections.flatMap((selection) => selection.device ?? []))].sort();
    const listensToAll = graphsListen || selections.some((selection) => selection.device === undefined);
    const next = listensToAll ? 'all' : deviceNames.filter((name) => name !== loopbackDeviceName);
    if (JSON.stringify(next) === JSON.stringify(requestedInputs)) return;
    requestedInputs = next;
    device.setOpenInputs(requestedInputs);
  };

  const receive = (from: string, bytes: readonly number[]): void => {
    messageCount += 1;
    if (messageCount > maxMessagesPerStep) {
      droppedCount += 1;
      return;
    }
    const message = parseMidiMessage(from, bytes);
    if (!message) return;
    onMessage(message);
    for (const selection of subscriptions.values()) {
      if (!matchesFilter(selection, message)) continue;
      raise('midi.input', message);
      return;
    }
  };

  const sendBytes = (output: string, messages: readonly (readonly number[])[]): void => {
    const deliver = output === loopbackDeviceName ? receive : device.send;
    for (const bytes of messages) deliver(output, bytes);
  };

  return {
    /** @throws ApiError ACTION_FAILED when the output device doesn't exist */
    send(output: string, message: SendableMidiMessage, channel: number, data1: number, data2: number) {
      requirePort(output, 'outputs');
      sendBytes(output, [encodeMidiMessage(message, channel, data1, data2)]);
    },
    /**
     * Subscribes to the messages that match a filter.
     * @returns the id of the subscription
     * @throws ApiError ACTION_FAILED when the input device doesn't exist, or when there are too many subscriptions
     */
    subscribe(selection: MidiFilter): string {
      if (selection.device !== undefined) requirePort(selection.device, 'inputs');
      if (subscriptions.size >= maxSubscriptions) {
        throw new ApiError(
          'ACTION_FAILED',
          `There are ${maxSubscriptions} subscriptions to MIDI input already; midi.unsubscribe ends them.`,
        );
      }
      subscriptionCount += 1;
      const subscriptionId = `midi-${subscriptionCount}`;
      subscriptions.set(subscriptionId, selection);
      updateInputs();
      return subscriptionId;
    },
    /**
     * Ends the matching subscriptions, or all subscriptions if no filter is given.
     * @returns the number of subscriptions that were ended
     */
    unsubscribe({
      subscriptionId,
      device: from,
    }: {
      readonly subscriptionId: string | undefined;
      readonly device: string | undefined;
    }): number {
      const removed = [...subscriptions].filter(
        ([id, selection]) =>
          (subscriptionId === undefined || subscriptionId === id) &&
          (from === undefined || from === selection.device),
      );
      for (const [id] of removed) subscriptions.delete(id);
      updateInputs();
      return removed.length;
    },
    listDevices(): { readonly inputs: readonly MidiPort[]; readonly outputs: readonly MidiPort[] } {
      const listPorts = (names: readonly string[]): MidiPort[] =>
        withLoopback(names).map((name) => ({ name, isVirtual: name === loopbackDeviceName }));
      return { inputs: listPorts(ports.inputs), outputs: listPorts(ports.outputs) };
    },
    /**
     * Silences the given output, or all outputs if none is given.
     * @returns the names of the silenced outputs
     * @throws ApiError ACTION_FAILED when the output doesn't exist
     */
    panic(output: string | undefined): string[] {
      if (output !== undefined) requirePort(output, 'outputs');
      const outputs = output === undefined ? withLoopback(ports.outputs) : [output];
      for (const name of outputs) sendBytes(name, silenceMessages);
      return [...outputs];
    },
    /** Scans for MIDI ports. Returns `undefined` when the ports are already known. */
    scanDevices: device.scanPorts,
    /** Sets whether nodes of running graphs are listening. Such nodes receive the messages of all inputs. */
    setGraphsListening(isListening: boolean) {
      if (isListening === graphsListen) return;
      graphsListen = isListening;
      updateInputs();
    },
    onDeviceEvent(event: MidiDeviceEvent) {
      switch (event.kind) {
        case 'ports':
          ports = { inputs: event.inputs, outputs: event.outputs };
          return;
        case 'came':
          for (const { device: from, bytes } of event.packets) receive(from, bytes);
          droppedCount += event.leftOut;
          return;
        case 'trouble':
          log({ severity: 'warning', message: event.message });
      }
    },
    isAtRest: (): boolean => droppedCount === 0,
    /** Called once per tick. */
    advance() {
      messageCount = 0;
      if (secondsSinceWarning < warningIntervalSeconds) secondsSinceWarning += fixedStep;
      if (droppedCount === 0 || secondsSinceWarning < warningIntervalSeconds) return;
      log({
        severity: 'warning',
        message: `Too many MIDI messages: at most ${maxMessagesPerStep} are accepted between two steps, and ${droppedCount} were left out.`,
      });
      droppedCount = 0;
      secondsSinceWarning = 0;
    },
    /** Returns the complete state as plain data. */
    state: (): unknown => ({
      ports,
      subscriptions: [...subscriptions],
      subscribed: subscriptionCount,
      graphsListen,
      taken: messageCount,
      leftOut: droppedCount,
      untold: secondsSinceWarning,
    }),
  };
};

export type Midi = ReturnType<typeof createMidi>;

type Preparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/**
 * Creates the function that scans for MIDI ports before commands that need the ports. Other commands therefore don't
 * have to wait for the scan.
 */
export const createMidiCommandPreparation = (midi: Pick<Midi, 'scanDevices'>): RuntimeTarget['prepare'] => {
  const preparations: Preparations = {
    'action.run': ({ action, parameters }) =>
      findActionByName(action)?.category === 'midi' && parameters.device !== loopbackDeviceName
        ? midi.scanDevices()
        : undefined,
    'discovery.list': ({ dataType }) => (dataType === 'midi-devices' ? midi.scanDevices() : undefined),
    // The ports must be known when the graph is loaded, so that the graph can send messages from its first step on.
    'graph.load': ({ graph }) =>
      graph.nodes.some(({ category }) => category === 'SendMidi') ? midi.scanDevices() : undefined,
  };
  return (command, params) => preparations[command]?.(params);
};
