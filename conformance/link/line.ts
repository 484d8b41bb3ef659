/** What an audit asks a runtime over a connection that is up, and what it hears of it. */
import { later } from './later.ts';
import { brief, isRecord, type JsonRecord } from '../json.ts';
import { Stop } from '../engine/stop.ts';
import { eventsIn, type Answer, type Heard, type Told } from './connection.ts';
import type { CommandName } from './contract.ts';
import type { Patience, Visit } from './guest.ts';
import type { Exchange } from '../target/http/exchange.ts';

/** A command went without an answer, or the connection ended over it. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

export interface Line extends Visit {
  /** Sends a command. @throws Unanswered */
  ask(method: CommandName | (string & {}), params?: unknown): Promise<Answer>;
  /** Sends a command that has to succeed for the audit to go on. @throws Stop, Unanswered */
  done(method: CommandName, params?: unknown): Promise<Answer & { readonly result: JsonRecord }>;
  /** How many messages have come: what comes from here on is to be looked at. */
  mark(): number;
  /** All events in messages from this place on. */
  events(from?: number, to?: number): readonly Told[];
  /** The first event from this place on that suits, or none that came in time. */
  until(suits: (event: Told) => boolean, from?: number): Promise<Told | undefined>;
  /** The same, where the audit cannot go on without it. @throws Stop */
  awaited(suits: (event: Told) => boolean, from: number, what: string): Promise<Told>;
  /** Waits until the runtime has made this many steps, by the stamps of its answers. @throws Stop, Unanswered */
  steps(count: number): Promise<void>;
  /** Keeps a message for the report. */
  show(heard: Heard | Told | undefined): void;
}

/** No graph has this id. */
export const absentGraph = 'conformance-absent';

const pollMs = 4;

export const createLine = (
  { connection, hello, holding }: Visit,
  url: string,
  patience: Patience,
  record: (exchange: Exchange) => void,
): Line => {
  const ask: Line['ask'] = async (method, params = {}) => {
    const answer = await connection.command(method, params, patience.answerMs);
    record(exchangeOf(url, answer));
    if (answer.heard) return answer;
    throw unanswered(method);
  };
  const done: Line['done'] = async (method, params) => {
    const answer = await ask(method, params);
    const { result, error } = answer;
    if (!result)
      throw new Stop('NOT_VERIFIED', `Not given: ${method} is done, and not answered ${brief(error)}`);
    return { ...answer, result };
  };
  const until: Line['until'] = async (suits, from = 0) => {
    const find = (heard: Heard): Told | undefined => eventsIn(heard).find(suits);
    const heard = await connection.inbox.until((one) => find(one) !== undefined, patience.eventMs, from);
    return heard && find(heard);
  };
  const unanswered = (method: string): Unanswered => {
    const { ending } = connection;
    return new Unanswered(
      ending
        ? `The connection ended over ${method}, with ${endingIn(ending)}`
        : `${method} was not answered within ${patience.answerMs / 1000} s`,
    );
  };
  /** Not recorded: there are many, and they show nothing. */
  const tickOf = async (): Promise<number> => {
    const asked = await connection.command('graph.stop', { graphId: absentGraph }, patience.answerMs);
    if (!asked.heard) throw unanswered('graph.stop');
    const tick = asked.result?.tick;
    return typeof tick === 'number' ? tick : Number.NaN;
  };

  return {
    ...{ connection, hello, holding, ask, done, until },
    mark: () => connection.inbox.all.length,
    events: (from = 0, to = Number.POSITIVE_INFINITY) =>
      connection.events(from).filter(({ place }) => place < to),
    async awaited(suits, from, what) {
      const found = await until(suits, from);
      if (!found) throw new Stop('NOT_VERIFIED', `Not given: ${what}`);
      return found;
    },
    async steps(count) {
      const first = await tickOf();
      const end = performance.now() + patience.answerMs;
      while (!((await tickOf()) >= first + count)) {
        if (performance.now() > end) throw new Stop('NOT_VERIFIED', 'Not given: a runtime that makes steps');
        await later(pollMs);
      }
    },
    show(heard) {
      const whole = heard && 'message' in heard ? heard : heard && connection.inbox.all[heard.place];
      if (whole) record(heardExchange(url, whole));
    },
  };
};

export const endingIn = ({ code, reason }: { readonly code: number; readonly reason: string }): string =>
  `${code}${reason === '' ? '' : ` (${reason})`}`;

const exchangeOf = (url: string, { method, params, heard, ms }: Answer): Exchange => ({
  transport: 'link',
  request: { method, url, headers: {}, body: JSON.stringify(params) },
  ...(heard && { response: { status: 0, headers: {}, body: heard.text } }),
  ms: Math.round(ms),
});

/** What a runtime told by itself. */
export const heardExchange = (url: string, { message, text }: Heard): Exchange => ({
  transport: 'link',
  request: {
    method: isRecord(message) && typeof message.method === 'string' ? message.method : 'message',
    ...{ url, headers: {} },
  },
  response: { status: 0, headers: {}, body: text },
  ms: 0,
});
