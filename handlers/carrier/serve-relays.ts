import { type Scheduler, systemScheduler } from '../scheduler.ts';
import type { Service } from '../service.ts';
import { createAnswers } from './answer-relays.ts';
import type { ServiceCarrier } from './carrier.ts';
import { hashOf } from './hash-of.ts';
import { createInterests } from './interests.ts';
import type { RelayInterest, ServiceState } from './messages.ts';
import { createPublisher } from './publisher.ts';

interface RelayedParts {
  readonly service: Service;
  readonly carrier: ServiceCarrier;
  readonly strict: boolean;
  readonly scheduler?: Scheduler;
  readonly onFailure: (failure: unknown) => void;
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
}: RelayedParts): (() => Promise<void>) => {
  const { bus, security } = service;
  const publisher = createPublisher(bus, carrier, scheduler);
  const interests = createInterests(scheduler, service.listenElsewhere);
  const answer = createAnswers(service, onFailure);
  let cancel = (): void => {};
  let isClosed = false;

  const tellState = (): void => {
    const { apiEnabled, hubRequiresToken } = security.settings;
    const tokens = security.tokens.map(hashOf);
    const { streamId, seq } = bus;
    const state: ServiceState = { streamId, seq, apiEnabled, hubRequiresToken, strict, tokens };
    carrier.tell('state', JSON.stringify(state));
  };
  const beat = (): void => {
    tellState();
    cancel = scheduler.after(stateMs, beat);
  };
  carrier.listen('interest', (text) => interests.take(JSON.parse(text) as RelayInterest));
  carrier.answer(async (question) => {
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
    await carrier.close();
  };
};
