/** Sends commands to a runtime over an established connection, and receives its messages. */
import { isRecord, truncateJson } from '../json.ts';
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

export const nonexistentGraphId = 'conformance-absent';

const pollMs = 4;

/** Whether an event is the one that is looked for. */
type EventCheck = (event: ReceivedEvent) => boolean;

export const createLinkClient = (
  { connection, hello, holding }: EstablishedLink,
  url: string,
  timeouts: LinkTimeouts,
  record: (exchange: Exchange) => void,
) => {
  /** The waiting time for a response. Services wait 30 s for a picture, and 10 s for other responses. */
  const getResponseMs = (method: string): number =>
    method === 'scene.picture' ? 3 * timeouts.responseMs : timeouts.responseMs;
  const sendCommand = async (
    method: CommandName | (string & {}),
    params: unknown = {},
  ): Promise<CommandResult> => {
    const response = await connection.command(method, params, getResponseMs(method));
    record(toCommandExchange(url, response));
    if (response.received) return response;
    throw unanswered(method);
  };
  const waitForEvent = async (matches: EventCheck, from = 0): Promise<ReceivedEvent | undefined> => {
    const find = (received: ReceivedMessage): ReceivedEvent | undefined =>
      parseEvents(received).find(matches);
    const received = await connection.inbox.until((one) => find(one) !== undefined, timeouts.eventMs, from);
    return received && find(received);
  };
  const recordMessage = (received: ReceivedMessage | ReceivedEvent | undefined): void => {
    const message =
      received && 'message' in received ? received : received && connection.inbox.all[received.messageIndex];
    if (message) record(toMessageExchange(url, message));
  };
  const recordFound = (event: ReceivedEvent | undefined): ReceivedEvent | undefined => {
    recordMessage(event);
    return event;
  };
  const unanswered = (method: string): UnansweredError => {
    const { closeInfo } = connection;
    return new UnansweredError(
      closeInfo
        ? `The connection ended before the response to ${method}, with ${formatCloseInfo(closeInfo)}`
        : `${method} was not answered within ${getResponseMs(method) / 1000} s`,
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
    ...{ connection, hello, holding },
    /**
     * Sends a command.
     * @throws UnansweredError
     */
    sendCommand,
    /**
     * Sends a command that must succeed, because otherwise the audit can't continue.
     * @throws AuditStop, UnansweredError
     */
    async runCommand(method: CommandName, params?: unknown) {
      const response = await sendCommand(method, params);
      const { result, error } = response;
      if (!result)
        throw new AuditStop(
          'NOT_VERIFIED',
          `Not given: ${method} succeeds, but the response is ${truncateJson(error)}`,
        );
      return { ...response, result };
    },
    /** Returns the number of messages received so far. */
    getPosition: (): number => connection.inbox.all.length,
    /** Returns all events in the messages from position `from` on. */
    events: (from = 0, to = Number.POSITIVE_INFINITY): readonly ReceivedEvent[] =>
      connection.events(from).filter(({ messageIndex }) => messageIndex < to),
    /** Waits for the first matching event from position `from` on. Returns `undefined` if none arrives in time. */
    waitForEvent,
    /** Waits like `waitForEvent`, and records the event for the report. */
    recordEvent: async (matches: EventCheck, from?: number) => recordFound(await waitForEvent(matches, from)),
    /** Returns the first matching event from position `from` on that has arrived, and records it for the report. */
    findEvent: (matches: EventCheck, from?: number) => recordFound(connection.events(from).find(matches)),
    /**
     * Waits like `waitForEvent`, but for an event without which the audit can't continue.
     * @throws AuditStop
     */
    async givenEvent(matches: EventCheck, from: number, what: string): Promise<ReceivedEvent> {
      const found = await waitForEvent(matches, from);
      if (!found) throw new AuditStop('NOT_VERIFIED', `Not given: ${what}`);
      return found;
    },
    /**
     * Waits until the stamps in the runtime's responses show that it has made this many steps.
     * @throws AuditStop, UnansweredError
     */
    async waitForSteps(count: number): Promise<void> {
      const first = await readTick();
      const end = performance.now() + timeouts.responseMs;
      while ((await readTick()) < first + count) {
        if (performance.now() > end)
          throw new AuditStop('NOT_VERIFIED', 'Not given: a runtime that runs steps');
        await delay(pollMs);
      }
    },
    /** Records a message for the report. */
    recordMessage,
  };
};

export type LinkClient = ReturnType<typeof createLinkClient>;

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
