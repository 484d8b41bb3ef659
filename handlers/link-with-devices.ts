/**
 * Adds the devices of the service to a link, for runtimes that have none: MIDI, webhooks, streaming platforms and
 * processes (C-314).
 */
import { createDeviceHost, deviceActionNames, deviceEventTypes } from '#runtime/device-host.ts';
import {
  requestStamp,
  type RuntimeCapabilities,
  type RuntimeCommands,
  type RuntimeLink,
  type RuntimeListener,
} from '#runtime/link/runtime-link.ts';
import { memoizeWeak } from '#runtime/shared/memoize-weak.ts';
import type { Settings } from './security/settings.ts';
import { openDevices } from './embedded-runtime.ts';

const deviceActions: ReadonlySet<string> = new Set(deviceActionNames.map((name) => name.toLowerCase()));
const midiDataType = 'midi-devices';

/** Returns the same object for the same capabilities, by which documents are cached. */
const addDeviceCapabilities = memoizeWeak((capabilities: RuntimeCapabilities) => ({
  ...capabilities,
  actions: new Set([...capabilities.actions, ...deviceActions]),
  serviceActions: new Set([...deviceActions].filter((name) => !capabilities.actions.has(name))),
  events: new Set([...capabilities.events, ...deviceEventTypes]),
  discovery: new Set([...capabilities.discovery, midiDataType]),
}));

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
  /** The runtime process to which the time belongs, or `undefined` while this is the connected one. */
  let timeSource: string | undefined;
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
    const stamp = await requestStamp(link, options);
    eventTime.tick = Math.max(eventTime.tick, stamp.tick);
    return { ...(await runOnDevices()), ...stamp } as unknown as RuntimeCommands[typeof command]['result'];
  };
  return {
    kind: link.kind,
    get connected() {
      return link.connected;
    },
    get capabilities() {
      return link.capabilities && addDeviceCapabilities(link.capabilities);
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
