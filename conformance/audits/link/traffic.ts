/** What holds of all that came over any connection of the run. */
import { isRecord, type JsonRecord } from '../../json.ts';
import {
  parseEvents,
  type ReceivedMessage,
  type LinkConnection,
  type ReceivedEvent,
} from '../../link/link-connection.ts';
import {
  type CommandName,
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

/** What a message shows: nothing of what is asked (undefined), that all is well (none), or what is wrong. */
type MessageFinding = { readonly fault: string | undefined } | undefined;
type CheckMessage = (heard: ReceivedMessage, connection: LinkConnection) => MessageFinding;

const validFinding: MessageFinding = { fault: undefined };

/** What is remembered from one connection to the next. */
interface Memory {
  readonly entryIds: Set<unknown>;
}

/** An audit that looks at every message, with a look of its own for each connection. */
const defineMessageAudit = (
  name: string,
  id: RequirementId,
  what: string,
  lookAt: (t: LinkContext & Memory) => CheckMessage,
  /** Why a runtime may show nothing of it. */
  unshown: (t: LinkContext) => string | undefined = () => undefined,
) =>
  traffic.audit(name, [id], { phase: 'traffic' }, async (t) => {
    const { server } = t.runtime;
    let seen = 0;
    const memory: Memory = { entryIds: new Set() };
    for (const connection of server.connections) {
      const look = lookAt({ ...t, ...memory });
      for (const heard of connection.inbox.all) {
        const finding = look(heard, connection);
        if (!finding) continue;
        if (seen === 0 || finding.fault !== undefined) t.record(toMessageExchange(server.url, heard));
        seen += 1;
        t.must(finding.fault === undefined, what, { actual: finding.fault });
      }
    }
    const reason = seen === 0 ? unshown(t) : undefined;
    if (reason !== undefined) t.notApplicable(reason);
    t.given(seen > 0, 'a message that shows it');
  });

/** The same for what a runtime that raises no events need not show. */
const defineEventMessageAudit = (
  name: string,
  id: RequirementId,
  what: string,
  lookAt: (
    t: LinkContext,
  ) => (events: readonly ReceivedEvent[], heard: ReceivedMessage) => string | undefined,
) =>
  defineMessageAudit(
    name,
    id,
    what,
    (t) => {
      const look = lookAt(t);
      return (heard) =>
        heard.message?.method === 'events' ? { fault: look(parseEvents(heard), heard) } : undefined;
    },
    ({ capabilities }) => (capabilities.events.size === 0 ? 'The runtime claims no events' : undefined),
  );

const getResponse = ({ message }: ReceivedMessage): JsonRecord | undefined =>
  message && message.method === undefined && message.id !== undefined ? message : undefined;

const allowedErrorCodes: readonly unknown[] = [
  errorCodes.refused,
  errorCodes.methodNotFound,
  errorCodes.invalidParams,
  errorCodes.internal,
];

export const linkTrafficAudits = [
  defineMessageAudit(
    'answers',
    'LINK-CMD-001',
    'Every answer is to a command of its connection, and the only one',
    () => {
      const answered = new Set<unknown>();
      return (heard, { sentCommands }) => {
        const id = getResponse(heard)?.id;
        if (id === undefined) return undefined;
        if (!sentCommands.has(id as number))
          return { fault: `an answer to ${String(id)}, which was not asked` };
        if (answered.has(id)) return { fault: `a second answer to ${String(id)}` };
        answered.add(id);
        return validFinding;
      };
    },
  ),

  defineMessageAudit(
    'results',
    'LINK-CMD-002',
    'Results are as the schema has them',
    () =>
      (heard, { sentCommands }) => {
        const answer = getResponse(heard);
        const method = sentCommands.get(answer?.id as number);
        if (!answer || method === undefined || answer.error !== undefined) return undefined;
        const fault = findResultError(method as CommandName, answer.result);
        return { fault: fault && `${method}: ${fault}` };
      },
  ),

  defineMessageAudit('errors', 'LINK-CMD-008', 'Errors are those of the link', () => (heard) => {
    const error = getResponse(heard)?.error;
    if (error === undefined) return undefined;
    if (!isRecord(error) || typeof error.message !== 'string' || !allowedErrorCodes.includes(error.code))
      return { fault: 'no error of the link' };
    return error.code === errorCodes.refused
      ? { fault: findDefinitionError('failure', error.data) }
      : validFinding;
  }),

  defineMessageAudit('held-once', 'LINK-UP-003', 'holding comes once on a connection', () => {
    let count = 0;
    return ({ message }) => {
      if (message?.method !== 'holding') return undefined;
      count += 1;
      return { fault: count > 1 ? 'holding for the second time' : undefined };
    };
  }),

  defineMessageAudit('encoding', 'LINK-UP-008', 'Messages are in the encoding of their connection', () => {
    return ({ index, message, isBinary }, { helloAnsweredAtIndex, encoding }) => {
      if (helloAnsweredAtIndex === undefined || index < helloAnsweredAtIndex) return undefined;
      if (!message) return { fault: 'a message that cannot be read' };
      const fault = `a ${isBinary ? 'binary' : 'text'} message where ${encoding} was chosen`;
      return { fault: isBinary === (encoding === 'messagepack') ? undefined : fault };
    };
  }),

  defineEventMessageAudit('numbers', 'LINK-EVT-001', 'Messages of events are numbered from 1', () => {
    let last = 0;
    return (_, { message }) => {
      const number = isRecord(message?.params) ? message.params.number : undefined;
      last += 1;
      return number === last ? undefined : `${String(number)} where ${last} was to come`;
    };
  }),

  defineMessageAudit(
    'notices',
    'LINK-EVT-002',
    'What the runtime tells is as the schema has it',
    () =>
      ({ message }) => {
        const method = message?.method;
        return method === 'events' || method === 'scenes'
          ? { fault: findNoticeError(method, message?.params) }
          : undefined;
      },
    ({ capabilities }) => (capabilities.events.size === 0 ? 'The runtime claims no events' : undefined),
  ),

  defineEventMessageAudit(
    'data',
    'LINK-EVT-003',
    'The data of events is as their kinds have it',
    (t) => (told) => {
      for (const { type, data } of told) {
        if (typeof type !== 'string') continue;
        if (!isKnownKind(type)) t.observe(`kind ${type}`, 'is in no catalogue: the service leaves it out');
        const fault = findEventError(type, data);
        if (fault !== undefined) return `${type}: ${fault}`;
      }
      return undefined;
    },
  ),

  defineMessageAudit(
    'entries',
    'LINK-EVT-012',
    'No two console entries have the same id',
    ({ entryIds }) =>
      (heard) => {
        const entries = parseEvents(heard).filter(({ type }) => type === 'console.log');
        if (entries.length === 0) return undefined;
        for (const { data } of entries) {
          if (entryIds.has(data.id)) return { fault: `the id ${String(data.id)} for the second time` };
          entryIds.add(data.id);
        }
        return validFinding;
      },
    ({ capabilities }) =>
      capabilities.events.has('console.log') ? undefined : 'The runtime does not claim console.log',
  ),

  defineEventMessageAudit(
    'kinds',
    'LINK-EVT-004',
    'Events are of kinds that hello claims',
    ({ capabilities }) =>
      (told) => {
        const odd = told.find(({ type }) => !capabilities.events.has(String(type)));
        return odd && `${String(odd.type)} is not claimed`;
      },
  ),

  defineEventMessageAudit('order', 'LINK-EVT-005', 'Ticks and times do not go back', () => {
    let [tick, time] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    return (told) => {
      for (const event of told) {
        const [nextTick, nextTime] = [Number(event.tick), Number(event.time)];
        if (nextTick < tick || nextTime < time)
          return `tick ${nextTick} at ${nextTime} s behind tick ${tick} at ${time} s`;
        [tick, time] = [nextTick, nextTime];
      }
      return undefined;
    };
  }),

  defineEventMessageAudit(
    'one-step',
    'LINK-EVT-006',
    'The events of a message are of one step',
    () => (told) => {
      const ticks = new Set(told.map(({ tick }) => tick));
      return ticks.size > 1 ? `events of the ticks ${[...ticks].join(', ')}` : undefined;
    },
  ),

  defineMessageAudit(
    'questions',
    'LINK-CMD-016',
    'Questions are as the schema has them, with ids of their own',
    () => {
      const ids = new Set<unknown>();
      return ({ message }) => {
        if (message?.method !== 'question') return undefined;
        const fault = findNoticeError('question', message.params);
        if (fault !== undefined) return { fault };
        const id = isRecord(message.params) ? message.params.id : undefined;
        if (ids.has(id)) return { fault: `the id ${String(id)} for the second time` };
        ids.add(id);
        return validFinding;
      };
    },
    () => 'The runtime asks nothing',
  ),
];
