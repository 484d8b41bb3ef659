/**
 * Adds the devices of the service to a link, for runtimes that have none: MIDI, webhooks, streaming platforms and
 * processes (C-314).
 */
import { createDeviceHost, deviceActionNames, deviceEventTypes } from '#runtime/device-host.ts';
import type {
  RuntimeCapabilities,
  RuntimeCommands,
  RuntimeLink,
  RuntimeListener,
} from '#runtime/link/runtime-link.ts';
import type { Settings } from './security/settings.ts';
import { openDevices } from './embedded-runtime.ts';

const deviceActions: ReadonlySet<string> = new Set(deviceActionNames.map((name) => name.toLowerCase()));
const midiDataType = 'midi-devices';

const addDeviceCapabilities = (capabilities: RuntimeCapabilities): RuntimeCapabilities => ({
  ...capabilities,
  actions: new Set([...capabilities.actions, ...deviceActions]),
  serviceActions: new Set([...deviceActions].filter((name) => !capabilities.actions.has(name))),
  events: new Set([...capabilities.events, ...deviceEventTypes]),
  discovery: new Set([...capabilities.discovery, midiDataType]),
});

interface LinkWithDevices extends RuntimeLink {
  /** Closes the devices. */
  closeDevices(): Promise<void>;
}

/**
 * Adds devices to a link. The runtime carries out the actions that it offers, and the service carries out the others on
 * devices. Their results have the tick that the runtime would have stamped.
 * @param getSettings returns the user's current settings
 */
export const addDevicesToLink = (link: RuntimeLink, getSettings: () => Settings): LinkWithDevices => {
  const { http, devices, close } = openDevices(getSettings);
  const listeners: RuntimeListener[] = [];
  const eventTime = { tick: 0, time: 0 };
  const host = createDeviceHost({
    ...{ http, devices, eventTime },
    now: () => new Date(),
    onEvent(event) {
      for (const { onEvents } of listeners) onEvents([event]);
    },
  });
  link.listen({
    onEvents(batch) {
      const last = batch.at(-1);
      if (!last) return;
      eventTime.tick = last.tick;
      eventTime.time = last.time;
      timeSource = undefined;
    },
  });
  /** The runtime process to which the time belongs, or `undefined` while this is the connected one. */
  let timeSource: string | undefined;
  link.onChange((connected) => {
    if (!connected) {
      timeSource = link.capabilities?.instance;
      return;
    }
    // The time of a process that was started again begins at 0. Earlier events of the process have set it already.
    if (timeSource !== undefined && timeSource !== link.capabilities?.instance)
      Object.assign(eventTime, { tick: 0, time: 0 });
    timeSource = undefined;
  });
  const extended = new WeakMap<RuntimeCapabilities, RuntimeCapabilities>();
  const getCapabilities = (): RuntimeCapabilities | undefined => {
    const { capabilities } = link;
    if (!capabilities) return undefined;
    const known = extended.get(capabilities) ?? addDeviceCapabilities(capabilities);
    extended.set(capabilities, known);
    return known;
  };

  /** Returns a function that carries out a command on devices; `undefined` if the runtime carries it out itself. */
  const findDeviceCommand = <C extends keyof RuntimeCommands>(
    command: C,
    params: RuntimeCommands[C]['params'],
  ): (() => Promise<object>) | undefined => {
    if (command === 'action.run') {
      const request = params as RuntimeCommands['action.run']['params'];
      const name = request.action.toLowerCase();
      if (link.capabilities?.actions.has(name) || !deviceActions.has(name)) return undefined;
      return async () => ({ result: await host.run(request) });
    }
    if (command !== 'discovery.list' || link.capabilities?.discovery.has(midiDataType)) return undefined;
    const { dataType } = params as RuntimeCommands['discovery.list']['params'];
    return dataType === midiDataType ? async () => ({ items: await host.listMidiDevices() }) : undefined;
  };
  const request: RuntimeLink['request'] = async (command, params, options) => {
    const runOnDevices = findDeviceCommand(command, params);
    if (!runOnDevices) return link.request(command, params, options);
    // A command without an effect has the same stamp that a command in its place would have.
    const { tick, seq } = await link.request('variables.delete', { ids: [] }, options);
    eventTime.tick = Math.max(eventTime.tick, tick);
    return { ...(await runOnDevices()), tick, seq } as unknown as RuntimeCommands[typeof command]['result'];
  };
  return {
    kind: link.kind,
    get connected() {
      return link.connected;
    },
    get capabilities() {
      return getCapabilities();
    },
    listen(listener) {
      listeners.push(listener);
      link.listen(listener);
    },
    onChange: link.onChange,
    onHeldState: link.onHeldState,
    request,
    requestNow: request,
    async closeDevices() {
      host.close();
      await close();
    },
  };
};
