/** The runtime that is judged: it connects, says hello, and comes back when it was cut off. */
import { isRecord, stringsOf, type JsonRecord } from '../json.ts';
import { Stop } from '../engine/stop.ts';
import { closeCodes, faultIn, limits, protocols } from './contract.ts';
import { encodeMessage, type Encoding } from './encoding.ts';
import { later } from './later.ts';
import type { LinkConnection, Heard } from './connection.ts';
import type { Host } from './host.ts';

/** What a runtime says that it is and can, read with patience: what is wrong with it is another matter. */
export interface Abilities {
  readonly name: string;
  readonly version: string | undefined;
  readonly instance: unknown;
  readonly stepsPerSecond: number;
  readonly encodings: readonly string[];
  readonly nodeTypes: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly discovery: readonly string[];
  /** The rest of `can`: properties, playbacks, input, projects. */
  readonly flags: ReadonlySet<string>;
}

/** A connection that is up. */
export interface Visit {
  readonly connection: LinkConnection;
  readonly hello: Heard;
  readonly holding: Heard;
}

/** How long the kit waits, in milliseconds. */
export interface Patience {
  /** For a runtime that was cut off, or sent away. */
  readonly returnMs: number;
  /** For an event that is to come. */
  readonly eventMs: number;
  /** For hello, and for what the runtime holds. */
  readonly helloMs: number;
  /** For the answer to a command. */
  readonly answerMs: number;
}

export const usualPatience: Patience = {
  returnMs: 30_000,
  eventMs: 5_000,
  helloMs: limits.helloMs,
  answerMs: 10_000,
};

/** The most steps that an audit waits for at a time. */
const longestWait = 40;

/** Whoever makes few steps a second has more time for what takes steps. */
export const patienceFor = (patience: Patience, { stepsPerSecond }: Abilities): Patience => {
  const extraMs = (longestWait * 1_000) / stepsPerSecond;
  return { ...patience, eventMs: patience.eventMs + extraMs, answerMs: patience.answerMs + extraMs };
};

export interface Guest {
  readonly host: Host;
  readonly patience: Patience;
  /** What the first hello said; undefined before. */
  readonly abilities: Abilities | undefined;
  /** The connection that is up, or the next that comes up. @throws Stop when none comes */
  visit(encoding?: Encoding): Promise<Visit>;
  /** The next connection, of which nothing has been asked yet; the one that is there is ended. @throws Stop */
  knock(): Promise<LinkConnection>;
  /** Takes up a connection. @throws Stop when it does not say hello, or not what it holds */
  receive(connection: LinkConnection, encoding?: Encoding): Promise<Visit>;
  /** Ends the connection that is there, in order. */
  sendAway(): Promise<void>;
}

/** Whether there are words of this method, and which. */
const isCall =
  (method: string) =>
  ({ message }: Heard): boolean =>
    message?.method === method;

export const createGuest = (host: Host, patience: Patience, serviceVersion: string): Guest => {
  let current: Visit | undefined;
  let abilities: Abilities | undefined;
  /** Connections before this place are over and done with. */
  let from = 0;
  /** It did not come back: nobody waits that long for it again. */
  let isMissed = false;

  const notGiven = (what: string): never => {
    throw new Stop('NOT_VERIFIED', `Not given: ${what}`);
  };

  const sendAway: Guest['sendAway'] = async () => {
    from = host.connections.length;
    current = undefined;
    const open = host.connections.filter(({ ending }) => ending === undefined);
    for (const connection of open) connection.close(1001, 'The kit ends the connection.');
    await Promise.all(open.map((connection) => Promise.race([connection.closed, later(farewellMs)])));
    for (const connection of open) if (!connection.ending) await connection.cut();
  };

  const arrive = async (): Promise<LinkConnection> => {
    const connection = await host.next(from, isMissed ? missedMs : patience.returnMs);
    isMissed = connection === undefined;
    return connection ?? notGiven('a runtime that connects');
  };

  const receive: Guest['receive'] = async (connection, encoding = 'json') => {
    const { inbox } = connection;
    const hello =
      (await inbox.until(isCall('hello'), patience.helloMs)) ?? notGiven('a runtime that says hello');
    abilities ??= abilitiesIn(hello.message?.params);
    connection.welcomedAt = inbox.all.length;
    const answer = { id: hello.message?.id, result: welcomeIn(encoding, serviceVersion) };
    connection.sendRaw(encodeMessage(answer, 'json'));
    connection.encoding = encoding;
    const holding = await Promise.race([
      inbox.until(isCall('holding'), patience.helloMs),
      connection.closed.then(() => undefined),
    ]);
    if (!holding) {
      connection.close(closeCodes.silent, 'Nothing came of what the runtime holds.');
      return notGiven('a runtime that says what it holds');
    }
    return { connection, hello, holding };
  };

  return {
    host,
    patience,
    get abilities() {
      return abilities;
    },
    async visit(encoding = 'json') {
      if (current && !current.connection.ending && current.connection.encoding === encoding) return current;
      if (current && !current.connection.ending) await sendAway();
      current = undefined;
      const connection = await arrive();
      from = host.connections.indexOf(connection) + 1;
      current = await receive(connection, encoding);
      return current;
    },
    async knock() {
      await sendAway();
      const connection = await arrive();
      from = host.connections.indexOf(connection) + 1;
      return connection;
    },
    async receive(connection, encoding) {
      current = await receive(connection, encoding);
      return current;
    },
    sendAway,
  };
};

const farewellMs = 2_000;

/** How long one is waited for that did not come back before. */
const missedMs = 500;

/** The answer to hello. */
export const welcomeIn = (
  encoding: Encoding,
  version: string,
  protocol: number | undefined = protocols[0],
): JsonRecord => {
  const { heartbeatMs, silenceMs, messageBytes } = limits;
  return { protocol, encoding, service: { version }, heartbeatMs, silenceMs, messageBytes };
};

const abilitiesIn = (params: unknown): Abilities => {
  const hello = isRecord(params) ? params : {};
  const can = isRecord(hello.can) ? hello.can : {};
  const { name, version, instance, stepsPerSecond } = hello;
  return {
    name: typeof name === 'string' ? name : 'a runtime without a name',
    version: typeof version === 'string' ? version : undefined,
    instance,
    stepsPerSecond: typeof stepsPerSecond === 'number' && stepsPerSecond > 0 ? stepsPerSecond : 60,
    encodings: stringsOf(hello.encodings),
    nodeTypes: new Set(stringsOf(can.nodeTypes)),
    actions: new Set(stringsOf(can.actions)),
    events: new Set(stringsOf(can.events)),
    discovery: stringsOf(can.discovery),
    flags: new Set(Object.keys(can).filter((key) => can[key] === true)),
  };
};

/** What is wrong with the hello of a connection. */
export const helloFault = ({ message }: Heard): string | undefined =>
  faultIn('hello.params', message?.params);
