/** Sends commands to a runtime over an established connection, and receives its messages. */
import { isRecord, type JsonRecord, truncateJson } from '../json.ts';
import { AuditStop } from '../runner/audit-outcome.ts';
import {
  type CommandResult,
  delay,
  parseEvents,
  type ReceivedEvent,
  type ReceivedMessage,
} from './link-connection.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { CommandName } from './link-schemas.ts';
import type { EstablishedLink, LinkTimeouts } from './runtime-under-test.ts';

/** Thrown when a command receives no response, or when the connection ends before the response arrives. */
export class UnansweredError extends Error {
  override readonly name = 'Unanswered';
}

export interface LinkClient extends EstablishedLink {
  /**
   * Sends a command.
   * @throws UnansweredError
   */
  sendCommand(method: CommandName | (string & {}), params?: unknown): Promise<CommandResult>;
  /**
   * Sends a command that must succeed, because otherwise the audit can't continue.
   * @throws AuditStop, UnansweredError
   */
  runCommand(method: CommandName, params?: unknown): Promise<CommandResult & { readonly result: JsonRecord }>;
  /** Returns the number of messages received so far. */
  getPosition(): number;
  /** Returns all events in the messages from position `from` on. */
  events(from?: number, to?: number): readonly ReceivedEvent[];
  /** Waits for the first matching event from position `from` on. Returns `undefined` if none arrives in time. */
  waitForEvent(matches: (event: ReceivedEvent) => boolean, from?: number): Promise<ReceivedEvent | undefined>;
  /** Waits like `waitForEvent`, and records the event for the report. */
  recordEvent(matches: (event: ReceivedEvent) => boolean, from?: number): Promise<ReceivedEvent | undefined>;
  /**
   * Waits like `waitForEvent`, but for an event without which the audit can't continue.
   * @throws AuditStop
   */
  givenEvent(matches: (event: ReceivedEvent) => boolean, from: number, what: string): Promise<ReceivedEvent>;
  /**
   * Waits until the stamps in the runtime's responses show that it has made this many steps.
   * @throws AuditStop, UnansweredError
   */
  waitForSteps(count: number): Promise<void>;
  /** Records a message for the report. */
  recordMessage(received: ReceivedMessage | ReceivedEvent | undefined): void;
}

export const nonexistentGraphId = 'conformance-absent';

const pollMs = 4;

export const createLinkClient = (
  { connection, hello, holding }: EstablishedLink,
  url: string,
  timeouts: LinkTimeouts,
  record: (exchange: Exchange) => void,
): LinkClient => {
  const sendCommand: LinkClient['sendCommand'] = async (method, params = {}) => {
    const response = await connection.command(method, params, timeouts.responseMs);
    record(toCommandExchange(url, response));
    if (response.received) return response;
    throw unanswered(method);
  };
  const runCommand: LinkClient['runCommand'] = async (method, params) => {
    const response = await sendCommand(method, params);
    const { result, error } = response;
    if (!result)
      throw new AuditStop(
        'NOT_VERIFIED',
        `Not given: ${method} succeeds, but the response is ${truncateJson(error)}`,
      );
    return { ...response, result };
  };
  const waitForEvent: LinkClient['waitForEvent'] = async (matches, from = 0) => {
    const find = (received: ReceivedMessage): ReceivedEvent | undefined =>
      parseEvents(received).find(matches);
    const received = await connection.inbox.until((one) => find(one) !== undefined, timeouts.eventMs, from);
    return received && find(received);
  };
  const recordMessage: LinkClient['recordMessage'] = (received) => {
    const message =
      received && 'message' in received ? received : received && connection.inbox.all[received.messageIndex];
    if (message) record(toMessageExchange(url, message));
  };
  const unanswered = (method: string): UnansweredError => {
    const { closeInfo } = connection;
    return new UnansweredError(
      closeInfo
        ? `The connection ended before the response to ${method}, with ${formatCloseInfo(closeInfo)}`
        : `${method} was not answered within ${timeouts.responseMs / 1000} s`,
    );
  };
  /** These commands are not recorded, because they are numerous and prove nothing. */
  const readTick = async (): Promise<number> => {
    const requested = await connection.command(
      'graph.stop',
      { graphId: nonexistentGraphId },
      timeouts.responseMs,
    );
    if (!requested.received) throw unanswered('graph.stop');
    const tick = requested.result?.tick;
    if (typeof tick === 'number') return tick;
    throw new AuditStop(
      'NOT_VERIFIED',
      `Not given: a stamp whose tick is a number, but the tick of graph.stop is ${truncateJson(tick)} (LINK-CMD-002)`,
    );
  };

  return {
    ...{ connection, hello, holding, sendCommand, runCommand, waitForEvent, recordMessage },
    getPosition: () => connection.inbox.all.length,
    events: (from = 0, to = Number.POSITIVE_INFINITY) =>
      connection.events(from).filter(({ messageIndex }) => messageIndex < to),
    async givenEvent(matches, from, what) {
      const found = await waitForEvent(matches, from);
      if (!found) throw new AuditStop('NOT_VERIFIED', `Not given: ${what}`);
      return found;
    },
    async waitForSteps(count) {
      const first = await readTick();
      const end = performance.now() + timeouts.responseMs;
      while ((await readTick()) < first + count) {
        if (performance.now() > end)
          throw new AuditStop('NOT_VERIFIED', 'Not given: a runtime that runs steps');
        await delay(pollMs);
      }
    },
    async recordEvent(matches, from) {
      const event = await waitForEvent(matches, from);
      recordMessage(event);
      return event;
    },
  };
};

export const formatCloseInfo = ({
  code,
  reason,
}: {
  readonly code: number;
  readonly reason: string;
}): string => `${code}${reason === '' ? '' : ` (${reason})`}`;

const toCommandExchange = (url: string, { method, params, received, ms }: CommandResult): Exchange => ({
  transport: 'link',
  request: { method, url, headers: {}, body: JSON.stringify(params) },
  ...(received && { response: { status: 0, headers: {}, body: received.text } }),
  ms: Math.round(ms),
});

/** Converts a message that a runtime sent unprompted to an exchange. */
export const toMessageExchange = (url: string, { message, text }: ReceivedMessage): Exchange => ({
  transport: 'link',
  request: {
    method: isRecord(message) && typeof message.method === 'string' ? message.method : 'message',
    ...{ url, headers: {} },
  },
  response: { status: 0, headers: {}, body: text },
  ms: 0,
});
