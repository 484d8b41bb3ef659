import { getAction } from '#spec/actions/find-action.ts';
import { actions, type deviceCategories } from '#spec/actions/index.ts';
import { createRunAction, pairSpecsWithHandlers } from './actions/run-action.ts';
import { midiHandlers } from './actions/midi.ts';
import { processHandlers } from './actions/process.ts';
import { streamingHandlers } from './actions/streaming.ts';
import { webhookHandlers } from './actions/webhook.ts';
import { createIntegrations, type Devices } from './integrations/integrations.ts';
import { createMidiCommandPreparation } from './integrations/midi.ts';
import { type ConsoleLine, createConsoleWriter } from './link/console-writer.ts';
import { listMidiDeviceItems } from './scene/discovery-items.ts';
import { createRaiseEvent, type EventTime } from './link/raise-event.ts';
import type { HttpDevice } from './integrations/http.ts';
import type { RaisedEvent, RuntimeCommands } from './link/runtime-link.ts';
import type { RuntimeServices } from './runtime-services.ts';

/** The handlers of all devices, keyed by category. */
const deviceHandlers = {
  midi: midiHandlers,
  process: processHandlers,
  streaming: streamingHandlers,
  webhook: webhookHandlers,
} satisfies Record<(typeof deviceCategories)[number], unknown>;

const handlersBySpec = new Map(pairSpecsWithHandlers(actions, deviceHandlers));

/** The names of the actions that a device host runs. */
export const deviceActionNames: readonly string[] = Object.entries(deviceHandlers).flatMap(
  ([category, handlers]) => Object.keys(handlers).map((action) => `${category}.${action}`),
);

/** The event kinds that a device host raises. */
export const deviceEventTypes = [
  ...['midi.input', 'process.loaded', 'process.exited', 'streaming.event', 'webhook.received'],
  'console.log',
] as const;

interface DeviceHostOptions {
  readonly devices: Devices;
  readonly http: HttpDevice;
  readonly now: () => Date;
  /** The tick and time that events carry. */
  readonly eventTime: EventTime;
  readonly onEvent: (event: RaisedEvent) => void;
}

/** The interval at which a host counts MIDI messages, in seconds. */
const stepSeconds = 0.1;

/**
 * Runs the actions of devices without a scene and without graphs, for runtimes in other processes that have no devices
 * of their own.
 */
export const createDeviceHost = ({ devices, http, now, eventTime, onEvent }: DeviceHostOptions) => {
  const raise = createRaiseEvent(eventTime, onEvent);
  const writeConsole = createConsoleWriter('d', () => now().getTime());
  const integrations = createIntegrations({
    ...{ devices, raise, fixedStep: stepSeconds },
    log: (line: ConsoleLine) => raise('console.log', writeConsole(line)),
    notifyOccurrence() {},
    notifyCompletion() {},
  });
  integrations.listenToDevices(integrations.onDeviceEvent);
  const prepare = createMidiCommandPreparation(integrations.services.midi);
  // The handlers of devices use no other services.
  const services = { ...integrations.services, http } as unknown as RuntimeServices;
  const runAction = createRunAction(handlersBySpec, services);
  const timer = setInterval(() => {
    for (const { advance } of integrations.systems) advance?.(stepSeconds);
  }, stepSeconds * 1_000);
  timer.unref();
  return {
    /**
     * Runs an action of a device.
     * @throws ApiError that the action declares
     */
    async run({
      action,
      parameters,
    }: RuntimeCommands['action.run']['params']): Promise<Record<string, unknown>> {
      await prepare('action.run', { action, parameters });
      return runAction(getAction(action).spec, parameters) as Promise<Record<string, unknown>>;
    },
    /** Lists the MIDI devices of this machine, as discovery does. */
    async listMidiDevices() {
      await prepare('discovery.list', { dataType: 'midi-devices' });
      return listMidiDeviceItems(integrations.services.midi);
    },
    close: (): void => clearInterval(timer),
  };
};
