import type { Log } from '../log.ts';
import type { Service } from '../service.ts';
import { openServiceCarrier } from './nats/nats-service.ts';
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
  const carrier = await openServiceCarrier({ ...at, settings: service.security.settings.nats, log });
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
