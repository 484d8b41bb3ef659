import { type Scheduler, systemScheduler } from '../scheduler.ts';
import type { Service } from '../service.ts';
import { createAnswers } from './answer-relays.ts';
import type { ServiceCarrier } from './carrier.ts';
import { hashOf } from './hash-of.ts';
import { createInterests } from './interests.ts';
import { RelayInterest, ServiceState } from './messages.ts';
import { createPublisher } from './publisher.ts';
import { readMessage } from './read-message.ts';

interface RelayedParts {
  readonly service: Service;
  readonly carrier: ServiceCarrier;
  readonly strict: boolean;
  readonly scheduler?: Scheduler;
  readonly onFailure: (failure: unknown) => void;
  /** Told once when another service has the same name. */
  readonly onRival: () => void;
}

/** How often a service says how it is. */
const stateMs = 1_000;

/** Puts a service on a carrier. @returns takes it off again, when everything is handed on */
export const serveRelays = ({
  service,
  carrier,
  strict,
  scheduler = systemScheduler,
  onFailure,
  onRival,
}: RelayedParts): (() => Promise<void>) => {
  const { bus, security } = service;
  const publisher = createPublisher(bus, carrier, scheduler);
  const interests = createInterests(scheduler, service.listenElsewhere);
  const answer = createAnswers(service, onFailure);
  let cancel = (): void => {};
  let isClosed = false;

  const tellState = (last: Pick<ServiceState, 'ended'> = {}): void => {
    const { apiEnabled, hubRequiresToken } = security.settings;
    const tokens = security.tokens.map(hashOf);
    const { streamId, seq } = bus;
    const state: ServiceState = { streamId, seq, apiEnabled, hubRequiresToken, strict, tokens, ...last };
    carrier.tell('state', JSON.stringify(state));
  };
  const beat = (): void => {
    tellState();
    cancel = scheduler.after(stateMs, beat);
  };
  carrier.listen('interest', (text) => {
    const interest = readMessage(RelayInterest, text);
    if (interest) interests.take(interest);
  });
  let isAlone = true;
  carrier.listen('state', (text) => {
    const other = readMessage(ServiceState, text)?.streamId;
    if (!isAlone || other === undefined || other === bus.streamId) return;
    isAlone = false;
    onRival();
  });
  carrier.answer(bus.streamId, async (question) => {
    const answered = await answer(question);
    publisher.flush();
    return answered;
  });
  security.onChange(() => {
    if (!isClosed) tellState();
  });
  beat();

  return async () => {
    isClosed = true;
    cancel();
    interests.close();
    publisher.close();
    tellState({ ended: true });
    await carrier.close();
  };
};
