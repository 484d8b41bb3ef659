import type { Log } from '../log.ts';
import type { Service } from '../service.ts';
import { NatsSettings } from '../security/nats-settings.ts';
import { serveRelays } from './serve-relays.ts';

interface NatsServiceOptions {
  readonly service: Service;
  readonly url: string;
  readonly name: string;
  readonly strict: boolean;
  readonly log: Log;
}

/** Puts a service on a NATS server, whether it can be reached yet or not. @returns takes it off again */
export const connectToNats = async ({
  service,
  strict,
  log,
  ...at
}: NatsServiceOptions): Promise<() => Promise<void>> => {
  const { openNatsServiceBroker } = await import('./nats/nats-service-broker.ts');
  const settings = service.security.settings.nats ?? NatsSettings.parse({});
  const carrier = await openNatsServiceBroker({ ...at, settings, log });
  return serveRelays({
    ...{ service, broker: carrier, strict },
    onDuplicateName: () =>
      log.warn(
        { name: at.name },
        'another service has the same name on the carrier; relays stay with the one they know',
      ),
    onFailure: (failure) => log.error({ err: failure }, 'an action that a relay asked for failed'),
  });
};
