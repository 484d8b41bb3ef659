import { linkProtocols } from '#spec/runtime-link/link-settings.ts';
import manifest from '../../package.json' with { type: 'json' };
import { connectToService, type OpenTransport } from '../link/remote/connect-to-service.ts';
import { systemScheduler, type Timers } from '../shared/scheduler.ts';
import { createEngineRuntime } from './engine-runtime.ts';
import type { Connect } from './api.ts';

const defaultUrl = 'ws://127.0.0.1:7180/runtime';

/**
 * Creates the function `connect` of the SDK.
 * @param createScheduler creates the timers for steps and for the link
 */
export const createConnect =
  (openTransport: OpenTransport, createScheduler: () => Timers = () => systemScheduler): Connect =>
  (
    engine,
    {
      url = defaultUrl,
      stepsPerSecond = 60,
      onStatus = (_: boolean, message: string) => console.error(`${engine.name}: ${message}`),
    } = {},
  ) => {
    const scheduler = createScheduler();
    const instance = crypto.randomUUID();
    let disconnect = (): void => {};
    const { target, facade, can, extension } = createEngineRuntime(engine, {
      ...{ stepsPerSecond, entryPrefix: `${instance.slice(0, 8)}-` },
      ...{ scheduler, now: () => new Date() },
      onStop: () => disconnect(),
    });
    engine.start?.(facade);
    for (const object of engine.objects?.() ?? []) facade.addObject(object);
    disconnect = connectToService({
      ...{ url, target, openTransport, scheduler },
      hello: {
        ...{ protocols: [...linkProtocols], name: engine.name, instance, stepsPerSecond, can },
        ...(engine.version !== undefined && { version: engine.version }),
        ...{ catalog: manifest.version, encodings: ['json'] },
        ...(extension && { extension }),
      },
      onConnected({ unknown = {} }) {
        const names = Object.values(unknown).flat();
        const note = names.length === 0 ? '' : `, which does not know, and ignores, ${names.join(', ')}`;
        onStatus(true, `connected to the service at ${url}${note}`);
      },
      onDisconnected: (reason) => onStatus(false, `no connection to the service: ${reason}`),
    });
    target.start();
    return facade;
  };
