import type { Log } from '../log.ts';
import type { Service } from '../service.ts';
import { NatsSettings } from '../security/nats-settings.ts';
import { serveRelays } from './serve-relays.ts';

interface Joining {
  readonly service: Service;
  readonly url: string;
  readonly name: string;
  readonly strict: boolean;
  readonly log: Log;
}

/** Puts a service on a NATS server, whether it can be reached yet or not. @returns takes it off again */
export const joinNats = async ({ service, strict, log, ...at }: Joining): Promise<() => Promise<void>> => {
  const { openServiceCarrier } = await import('./nats/nats-service.ts');
  const settings = service.security.settings.nats ?? NatsSettings.parse({});
  const carrier = await openServiceCarrier({ ...at, settings, log });
  return serveRelays({
    ...{ service, carrier, strict },
    onRival: () =>
      log.warn(
        { name: at.name },
        'another service has the same name on the carrier; relays stay with the one they know',
      ),
    onFailure: (failure) => log.error({ err: failure }, 'an action that a relay asked for failed'),
  });
};
