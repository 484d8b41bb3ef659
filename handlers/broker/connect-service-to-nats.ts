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

/**
 * Connects a service to a NATS server, even if the server can't be reached yet.
 * @returns a function that disconnects the service
 */
export const connectToNats = async ({
  service,
  strict,
  log,
  ...server
}: NatsServiceOptions): Promise<() => Promise<void>> => {
  const { openNatsServiceBroker } = await import('./nats/nats-service-broker.ts');
  const settings = service.security.settings.nats ?? NatsSettings.parse({});
  const broker = await openNatsServiceBroker({ ...server, settings, log });
  return serveRelays({
    ...{ service, broker, strict },
    onDuplicateName: () =>
      log.warn(
        { name: server.name },
        'another service has the same name on the broker; relays stay with the one they know',
      ),
    onFailure: (failure) => log.error({ err: failure }, 'an action requested by a relay failed'),
  });
};
