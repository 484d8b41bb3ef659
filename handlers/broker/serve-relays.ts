import { type Scheduler, serviceScheduler } from '#runtime/shared/scheduler.ts';
import type { Service } from '../service.ts';
import { createRelayRequestHandler } from './relay-request-handler.ts';
import type { ServiceBroker } from './broker.ts';
import { hashToken } from './hash-token.ts';
import { createRelayInterests } from './relay-interests.ts';
import { RelayInterest, ServiceState } from './relay-messages.ts';
import { createEventPublisher } from './event-publisher.ts';
import { parseRelayMessage } from './parse-relay-message.ts';

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
export const serveRelays = ({
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
    const state: ServiceState = { streamId, seq, apiEnabled, hubRequiresToken, strict, tokens, ...last };
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
  security.onChange(() => {
    if (!isClosed) publishState();
  });
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
