import { type Scheduler, serviceScheduler } from '#runtime/shared/scheduler.ts';
import { NatsSettings } from '../security/settings.ts';
import { hashToken, parseRelayMessage, RelayInterest, ServiceState } from './relay-messages.ts';
import { createRelayRequestHandler } from './relay-request-handler.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { EventBus } from '../controller/bus/event-bus.ts';
import type { Log } from '../log.ts';
import type { Service } from '../service.ts';
import type { ServiceBroker } from './broker.ts';

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

interface ServeRelaysOptions {
  readonly service: Service;
  readonly broker: ServiceBroker;
  readonly strict: boolean;
  readonly scheduler?: Scheduler;
  readonly onFailure: (failure: unknown) => void;
  /** Called once if another service with the same name is found. */
  readonly onDuplicateName: () => void;
}

/** The interval at which a service publishes its state, in milliseconds. */
const stateIntervalMs = 1_000;

/**
 * Connects a service to a broker.
 * @returns a function that disconnects the service after all messages have been delivered
 */
const serveRelays = ({
  service,
  broker,
  strict,
  scheduler = serviceScheduler,
  onFailure,
  onDuplicateName,
}: ServeRelaysOptions): (() => Promise<void>) => {
  const { bus, security } = service;
  const publisher = createEventPublisher(bus, broker, scheduler);
  const interests = createRelayInterests(scheduler, service.setRelayInterest);
  const handleRequest = createRelayRequestHandler(service, onFailure);
  let cancel = (): void => {};
  let isClosed = false;

  const publishState = (last: Pick<ServiceState, 'ended'> = {}): void => {
    const { apiEnabled, hubRequiresToken } = security.settings;
    const tokens = security.tokens.map(hashToken);
    const { streamId, seq } = bus;
    const ownEvents = Array.from(bus.kinds.own, ([type, { subject = [] }]) => ({ type, subject }));
    const state: ServiceState = {
      ...{ streamId, seq, apiEnabled, hubRequiresToken, strict, tokens },
      ...(ownEvents.length > 0 && { ownEvents }),
      ...last,
    };
    broker.publish('state', JSON.stringify(state));
  };
  const publishStatePeriodically = (): void => {
    publishState();
    cancel = scheduler.after(stateIntervalMs, publishStatePeriodically);
  };
  broker.subscribe('interest', (text) => {
    const interest = parseRelayMessage(RelayInterest, text);
    if (interest) interests.update(interest);
  });
  let isAlone = true;
  broker.subscribe('state', (text) => {
    const otherStreamId = parseRelayMessage(ServiceState, text)?.streamId;
    if (!isAlone || otherStreamId === undefined || otherStreamId === bus.streamId) return;
    isAlone = false;
    onDuplicateName();
  });
  broker.handleRequests(bus.streamId, async (relayRequest) => {
    const response = await handleRequest(relayRequest);
    publisher.flush();
    return response;
  });
  const publishChange = (): void => {
    if (!isClosed) publishState();
  };
  security.onChange(publishChange);
  bus.kinds.onChange(publishChange);
  publishStatePeriodically();

  return async () => {
    isClosed = true;
    cancel();
    interests.close();
    publisher.close();
    publishState({ ended: true });
    await broker.close();
  };
};

/** Number of bytes in a message that are not taken up by events. */
const batchOverheadBytes = 200;

/**
 * Creates a publisher that sends the events of each turn as one message, or as several messages if the events exceed
 * the broker's size limit.
 */
export const createEventPublisher = (
  bus: EventBus,
  broker: Pick<ServiceBroker, 'maxMessageBytes' | 'storeMessage'>,
  scheduler: Scheduler,
) => {
  let pending: RaisedEvent[] = [];
  let first = 0;
  let last = bus.seq;

  const store = (number: number, count: number, events?: readonly string[]): void =>
    broker.storeMessage(
      `${bus.streamId}-${number}`,
      `{"streamId":"${bus.streamId}","first":${number},"count":${count}${events ? `,"events":[${events.join()}]` : ''}}`,
    );
  const storeInChunks = (texts: readonly string[]): void => {
    const capacity = broker.maxMessageBytes - batchOverheadBytes;
    let chunk: string[] = [];
    let bytes = 0;
    let number = first;
    const storeChunk = (): void => {
      if (chunk.length > 0) store(number, chunk.length, chunk);
      number += chunk.length;
      chunk = [];
      bytes = 0;
    };
    for (const text of texts) {
      const length = Buffer.byteLength(text) + 1;
      if (bytes + length > capacity) storeChunk();
      if (length > capacity) {
        store(number, 1);
        number += 1;
      } else {
        chunk.push(text);
        bytes += length;
      }
    }
    storeChunk();
  };
  const flush = (): void => {
    if (pending.length === 0) return;
    const texts = pending.map((event) => JSON.stringify(event));
    pending = [];
    storeInChunks(texts);
  };
  const close = bus.subscribe((batch, batchStart) => {
    if (batchStart > last + 1) {
      flush();
      store(last + 1, batchStart - 1 - last);
    }
    last = batchStart + batch.length - 1;
    if (batch.length === 0) return;
    if (pending.length === 0) {
      first = batchStart;
      scheduler.atEndOfTurn(flush);
    }
    pending.push(...batch);
  });
  return {
    /** Publishes pending events immediately instead of at the end of the turn. */
    flush,
    close() {
      flush();
      close();
    },
  };
};

/** A relay that has sent nothing for this long is considered gone. */
const relayTimeoutMs = 5_000;

/**
 * The event types that the clients of all relays are subscribed to.
 * @param onChange called with the event types whenever they change
 */
const createRelayInterests = (scheduler: Scheduler, onChange: (types: readonly string[]) => void) => {
  const byRelay = new Map<string, { readonly types: readonly string[]; readonly receivedAt: number }>();
  let announced = '';
  let cancel: (() => void) | undefined;

  const announceChange = (): void => {
    const types = [...new Set([...byRelay.values()].flatMap((relay) => relay.types))].sort();
    const text = types.join();
    if (text === announced) return;
    announced = text;
    onChange(types);
  };
  const removeExpired = (): void => {
    cancel = undefined;
    const oldest = scheduler.now() - relayTimeoutMs;
    for (const [relay, { receivedAt }] of byRelay) if (receivedAt <= oldest) byRelay.delete(relay);
    announceChange();
    watch();
  };
  const watch = (): void => {
    if (byRelay.size > 0) cancel ??= scheduler.after(relayTimeoutMs, removeExpired);
  };
  return {
    update({ relay, types }: RelayInterest) {
      byRelay.set(relay, { types, receivedAt: scheduler.now() });
      announceChange();
      watch();
    },
    close: (): void => cancel?.(),
  };
};
