/** Audits of rules that apply to every message received over any connection in the run. */
import { isRecord, type JsonRecord } from '../../json.ts';
import {
  parseEvents,
  type ReceivedMessage,
  type LinkConnection,
  type ReceivedEvent,
} from '../../link/link-connection.ts';
import {
  type CommandName,
  createDeclaredValidator,
  errorCodes,
  findEventError,
  findDefinitionError,
  isKnownKind,
  findNoticeError,
  findResultError,
} from '../../link/link-schemas.ts';
import { toMessageExchange } from '../../link/link-client.ts';
import { defineLinkAuditArea, type LinkContext } from '../../link/link-audit.ts';
import type { RequirementId } from '../../requirements/index.ts';

const traffic = defineLinkAuditArea('link-traffic');

/**
 * The result of checking a message: `undefined` when the message is irrelevant, otherwise an object. The object's
 * `fault` is `undefined` when the message is correct.
 */
type MessageFinding = { readonly fault: string | undefined } | undefined;
type CheckMessage = (received: ReceivedMessage, connection: LinkConnection) => MessageFinding;

const validFinding: MessageFinding = { fault: undefined };

/** State that is carried over from one connection to the next. */
interface Memory {
  readonly entryIds: Set<unknown>;
}

/** Defines an audit that checks every message, using a new checker for each connection. */
const defineMessageAudit = (
  name: string,
  id: RequirementId,
  what: string,
  createCheck: (t: LinkContext & Memory) => CheckMessage,
  /** Explains why a runtime may send no such message. */
  findSkipReason: (t: LinkContext) => string | undefined = () => undefined,
) =>
  traffic.with({ phase: 'traffic' }).audit(name, [id], async (t) => {
    const { server } = t.runtime;
    let checkedCount = 0;
    const memory: Memory = { entryIds: new Set() };
    for (const connection of server.connections) {
      const check = createCheck({ ...t, ...memory });
      for (const received of connection.inbox.all) {
        const finding = check(received, connection);
        if (!finding) continue;
        if (checkedCount === 0 || finding.fault !== undefined)
          t.record(toMessageExchange(server.url, received));
        checkedCount += 1;
        t.must(finding.fault === undefined, what, { actual: finding.fault });
      }
    }
    const reason = checkedCount === 0 ? findSkipReason(t) : undefined;
    if (reason !== undefined) t.notApplicable(reason);
    t.given(checkedCount > 0, 'a message to check');
  });

/** Like `defineMessageAudit`, for rules that don't apply to a runtime without events. */
const defineEventMessageAudit = (
  name: string,
  id: RequirementId,
  what: string,
  createCheck: (
    t: LinkContext,
  ) => (events: readonly ReceivedEvent[], received: ReceivedMessage) => string | undefined,
) =>
  defineMessageAudit(
    name,
    id,
    what,
    (t) => {
      const check = createCheck(t);
      return (received) =>
        received.message?.method === 'events' ? { fault: check(parseEvents(received), received) } : undefined;
    },
    ({ capabilities }) => (capabilities.events.size === 0 ? 'The runtime declares no events' : undefined),
  );

const getResponse = ({ message }: ReceivedMessage): JsonRecord | undefined =>
  message && message.method === undefined && message.id !== undefined ? message : undefined;

/** Whether a message is the response to a command that returns a picture. */
const isPicture = (received: ReceivedMessage, { sentCommands }: LinkConnection): boolean => {
  const response = getResponse(received);
  return (
    response?.result !== undefined && sentCommands.get(response.id as number)?.method === 'scene.picture'
  );
};

const allowedErrorCodes: readonly unknown[] = [
  errorCodes.refused,
  errorCodes.methodNotFound,
  errorCodes.invalidParams,
  errorCodes.internal,
];

/** Lists the commands of a connection that the runtime answered with an internal error. */
const listInternalErrors = ({ inbox, sentCommands }: LinkConnection) =>
  inbox.all.flatMap((received) => {
    const response = getResponse(received);
    if (!isRecord(response?.error) || response.error.code !== errorCodes.internal) return [];
    const command = sentCommands.get(response.id as number)?.method ?? 'an unknown command';
    return [{ received, text: `${command}: ${String(response.error.message)}` }];
  });

export const linkTrafficAudits = [
  traffic.with({ phase: 'traffic' }).audit('internal-errors', ['LINK-CMD-018'], async (t) => {
    const { server } = t.runtime;
    const { connections } = server;
    const responses = connections.flatMap(({ inbox }) =>
      inbox.all.filter((received) => getResponse(received)),
    );
    t.given(responses.length > 0, 'a response to a command');
    const internalErrors = connections.flatMap(listInternalErrors);
    const evidence = internalErrors.length > 0 ? internalErrors.map(({ received }) => received) : responses;
    for (const received of evidence.slice(0, 10)) t.record(toMessageExchange(server.url, received));
    t.should(internalErrors.length === 0, 'no command leads to an internal error', {
      actual: [...new Set(internalErrors.map(({ text }) => text))],
    });
  }),

  defineMessageAudit(
    'answers',
    'LINK-CMD-001',
    'Every response belongs to one command of its connection, and each command gets only one',
    () => {
      const answeredIds = new Set<unknown>();
      return (received, { sentCommands }) => {
        const id = getResponse(received)?.id;
        if (id === undefined) return undefined;
        if (!sentCommands.has(id as number))
          return { fault: `a response to ${String(id)}, which was not requested` };
        if (answeredIds.has(id)) return { fault: `a second response to ${String(id)}` };
        answeredIds.add(id);
        return validFinding;
      };
    },
  ),

  defineMessageAudit(
    'results',
    'LINK-CMD-002',
    'Results match their schemas',
    () =>
      (received, { sentCommands }) => {
        const response = getResponse(received);
        const command = sentCommands.get(response?.id as number);
        if (!response || command === undefined || response.error !== undefined) return undefined;
        const fault = findResultError(command.method as CommandName, command.params, response.result);
        return { fault: fault && `${command.method}: ${fault}` };
      },
  ),

  defineMessageAudit('errors', 'LINK-CMD-008', 'Errors are defined by the link', () => (received) => {
    const error = getResponse(received)?.error;
    if (error === undefined) return undefined;
    if (!isRecord(error) || typeof error.message !== 'string' || !allowedErrorCodes.includes(error.code))
      return { fault: 'not an error of the link' };
    return error.code === errorCodes.refused
      ? { fault: findDefinitionError('failure', error.data) }
      : validFinding;
  }),

  defineMessageAudit('held-once', 'LINK-UP-003', 'holding arrives once per connection', () => {
    let count = 0;
    return ({ message }) => {
      if (message?.method !== 'holding') return undefined;
      count += 1;
      return { fault: count > 1 ? 'holding arrived a second time' : undefined };
    };
  }),

  defineMessageAudit('encoding', 'LINK-UP-008', 'Messages use the encoding of their connection', () => {
    return ({ index, message, bytes, isBinary }, connection) => {
      const { helloAnsweredAtIndex, encoding, inbox } = connection;
      if (helloAnsweredAtIndex === undefined || index < helloAnsweredAtIndex) return undefined;
      const next = inbox.all[index + 1];
      // A connection may end between the bytes and their response.
      if (bytes && !next) return undefined;
      if (bytes && next)
        return { fault: isPicture(next, connection) ? undefined : 'bytes that belong to no response' };
      if (!message) return { fault: 'an unreadable message' };
      const fault = `a ${isBinary ? 'binary' : 'text'} message where ${encoding} was negotiated`;
      return { fault: isBinary === (encoding === 'messagepack') ? undefined : fault };
    };
  }),

  defineEventMessageAudit('numbers', 'LINK-EVT-001', 'Event messages are numbered from 1', () => {
    let last = 0;
    return (_, { message }) => {
      const number = isRecord(message?.params) ? message.params.number : undefined;
      last += 1;
      return number === last ? undefined : `${String(number)} instead of ${last}`;
    };
  }),

  defineMessageAudit(
    'notices',
    'LINK-EVT-002',
    'Messages of the runtime match their schemas',
    () =>
      ({ message }) => {
        const method = message?.method;
        return method === 'events' || method === 'scenes'
          ? { fault: findNoticeError(method, message?.params) }
          : undefined;
      },
    ({ capabilities }) => (capabilities.events.size === 0 ? 'The runtime declares no events' : undefined),
  ),

  defineEventMessageAudit(
    'data',
    'LINK-EVT-003',
    'The data of events matches the schemas of their kinds',
    (t) => {
      const ownKinds = new Map(
        Array.from(t.capabilities.own.events, ([type, schema]) => [type, createDeclaredValidator(schema)]),
      );
      return (events) => {
        for (const { type, data } of events) {
          if (typeof type !== 'string') continue;
          if (!isKnownKind(type) && !ownKinds.has(type))
            t.observe(`kind ${type}`, 'is in no catalog, so the service ignores it');
          const fault = ownKinds.get(type)?.(data) ?? findEventError(type, data);
          if (fault !== undefined) return `${type}: ${fault}`;
        }
        return undefined;
      };
    },
  ),

  defineMessageAudit(
    'entries',
    'LINK-EVT-012',
    'No two console entries have the same id',
    ({ entryIds }) =>
      (received) => {
        const entries = parseEvents(received).filter(({ type }) => type === 'console.log');
        if (entries.length === 0) return undefined;
        for (const { data } of entries) {
          if (entryIds.has(data.id)) return { fault: `the id ${String(data.id)} a second time` };
          entryIds.add(data.id);
        }
        return validFinding;
      },
    ({ capabilities }) =>
      capabilities.events.has('console.log') ? undefined : 'The runtime does not declare console.log',
  ),

  defineEventMessageAudit(
    'kinds',
    'LINK-EVT-004',
    'Events are of kinds declared in hello',
    ({ capabilities }) =>
      (events) => {
        const undeclared = events.find(({ type }) => !capabilities.events.has(String(type)));
        return undeclared && `${String(undeclared.type)} is not declared`;
      },
  ),

  defineEventMessageAudit('order', 'LINK-EVT-005', 'Ticks and times do not decrease', () => {
    let [tick, time] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    return (events) => {
      for (const event of events) {
        const [nextTick, nextTime] = [Number(event.tick), Number(event.time)];
        if (nextTick < tick || nextTime < time)
          return `tick ${nextTick} at ${nextTime} s after tick ${tick} at ${time} s`;
        [tick, time] = [nextTick, nextTime];
      }
      return undefined;
    };
  }),

  defineEventMessageAudit(
    'one-step',
    'LINK-EVT-006',
    'The events of a message belong to one step',
    () => (events) => {
      const ticks = new Set(events.map(({ tick }) => tick));
      return ticks.size > 1 ? `events of the ticks ${[...ticks].join(', ')}` : undefined;
    },
  ),

  defineMessageAudit(
    'questions',
    'LINK-CMD-016',
    'Requests of the runtime match their schemas and have unique ids',
    () => {
      const ids = new Set<unknown>();
      return ({ message }) => {
        if (message?.method !== 'question') return undefined;
        const fault = findNoticeError('question', message.params);
        if (fault !== undefined) return { fault };
        const id = isRecord(message.params) ? message.params.id : undefined;
        if (ids.has(id)) return { fault: `the id ${String(id)} a second time` };
        ids.add(id);
        return validFinding;
      };
    },
    () => 'The runtime sends no requests',
  ),
];
