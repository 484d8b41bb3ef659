/** What holds of all that came over any connection of the run. */
import { isRecord, type JsonRecord } from '../../json.ts';
import {
  errorCodes,
  eventFault,
  faultIn,
  isKnownKind,
  noticeFault,
  resultFault,
  type CommandName,
} from '../../link/contract.ts';
import { eventsIn, type Heard, type LinkConnection } from '../../link/connection.ts';
import { heardExchange } from '../../link/line.ts';
import { linkArea, type LinkContext } from '../../link/link-audit.ts';
import type { RequirementId } from '../../requirements/index.ts';

const traffic = linkArea('link-traffic');

/** What is wrong with a message; undefined when nothing is. */
type Look = (heard: Heard, connection: LinkConnection) => string | undefined;

/** An audit that looks at every message, with a look of its own for each connection. */
const throughout = (
  name: string,
  id: RequirementId,
  what: string,
  lookAt: (t: LinkContext, connection: LinkConnection) => Look,
) =>
  traffic.audit(name, [id], { last: 'traffic' }, async (t) => {
    const { host } = t.guest;
    let seen = 0;
    for (const connection of host.connections) {
      const look = lookAt(t, connection);
      for (const heard of connection.inbox.all) {
        const fault = look(heard, connection);
        seen += 1;
        if (fault === undefined && seen > 1) continue;
        t.record(heardExchange(host.url, heard));
        t.must(fault === undefined, what, { actual: fault });
      }
    }
    t.given(seen > 0, 'messages');
    t.must(true, what);
  });

const answerIn = ({ message }: Heard): JsonRecord | undefined =>
  message && message.method === undefined && message.id !== undefined ? message : undefined;

const errors: readonly unknown[] = [
  errorCodes.refused,
  errorCodes.methodNotFound,
  errorCodes.invalidParams,
  errorCodes.internal,
];

export const trafficAudits = [
  throughout(
    'answers',
    'LINK-CMD-001',
    'Every answer is to a command of its connection, and the only one',
    () => {
      const answered = new Set<unknown>();
      return (heard, { asked }) => {
        const id = answerIn(heard)?.id;
        if (id === undefined) return undefined;
        if (!asked.has(id as number)) return `an answer to ${String(id)}, which was not asked`;
        if (answered.has(id)) return `a second answer to ${String(id)}`;
        answered.add(id);
        return undefined;
      };
    },
  ),

  throughout('results', 'LINK-CMD-002', 'Results are as the schema has them', () => (heard, { asked }) => {
    const answer = answerIn(heard);
    const method = asked.get(answer?.id as number);
    if (!answer || method === undefined || answer.error !== undefined) return undefined;
    const fault = resultFault(method as CommandName, answer.result);
    return fault && `${method}: ${fault}`;
  }),

  throughout('errors', 'LINK-CMD-008', 'Errors are those of the link', () => (heard) => {
    const error = answerIn(heard)?.error;
    if (error === undefined) return undefined;
    if (!isRecord(error) || typeof error.message !== 'string' || !errors.includes(error.code))
      return 'no error of the link';
    return error.code === errorCodes.refused ? faultIn('failure', error.data) : undefined;
  }),

  throughout('held-once', 'LINK-UP-003', 'holding comes once on a connection', () => {
    let count = 0;
    return ({ message }) => {
      if (message?.method === 'holding') count += 1;
      return message?.method === 'holding' && count > 1 ? 'holding for the second time' : undefined;
    };
  }),

  throughout(
    'encoding',
    'LINK-UP-008',
    'Every message is in the encoding of its connection',
    () => (heard, connection) => {
      if (!heard.message) return 'a message that cannot be read';
      const isWelcomed = connection.welcomedAt !== undefined && heard.place >= connection.welcomedAt;
      const isBinary = isWelcomed && connection.encoding === 'messagepack';
      return heard.isBinary === isBinary ? undefined : `a ${heard.isBinary ? 'binary' : 'text'} message`;
    },
  ),

  throughout('numbers', 'LINK-EVT-001', 'Messages of events are numbered from 1', () => {
    let last = 0;
    return ({ message }) => {
      if (message?.method !== 'events') return undefined;
      const number = isRecord(message.params) ? message.params.number : undefined;
      last += 1;
      return number === last ? undefined : `${String(number)} where ${last} was to come`;
    };
  }),

  throughout(
    'notices',
    'LINK-EVT-002',
    'What the runtime tells is as the schema has it',
    () =>
      ({ message }) => {
        const method = message?.method;
        if (typeof method !== 'string' || method === 'question' || method === 'holding') return undefined;
        return noticeFault(method, message?.params);
      },
  ),

  throughout('data', 'LINK-EVT-003', 'The data of events is as their kinds have it', (t) => (heard) => {
    for (const { type, data } of eventsIn(heard)) {
      if (typeof type !== 'string') continue;
      if (!isKnownKind(type)) t.observe(`kind ${type}`, 'is in no catalogue: the service leaves it out');
      const fault = eventFault(type, data);
      if (fault !== undefined) return `${type}: ${fault}`;
    }
    return undefined;
  }),

  throughout('kinds', 'LINK-EVT-004', 'Events are of kinds that hello claims', (t) => (heard) => {
    const odd = eventsIn(heard).find(({ type }) => !t.can.events.has(String(type)));
    return odd && `${String(odd.type)} is not claimed`;
  }),

  throughout('order', 'LINK-EVT-005', 'Ticks and times do not go back', () => {
    let [tick, time] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    return (heard) => {
      for (const event of eventsIn(heard)) {
        const [nextTick, nextTime] = [Number(event.tick), Number(event.time)];
        if (nextTick < tick || nextTime < time)
          return `tick ${nextTick} at ${nextTime} s behind tick ${tick} at ${time} s`;
        [tick, time] = [nextTick, nextTime];
      }
      return undefined;
    };
  }),

  throughout('one-step', 'LINK-EVT-006', 'The events of a message are of one step', () => (heard) => {
    const ticks = new Set(eventsIn(heard).map(({ tick }) => tick));
    return ticks.size > 1 ? `events of the ticks ${[...ticks].join(', ')}` : undefined;
  }),

  throughout(
    'questions',
    'LINK-CMD-016',
    'Questions are as the schema has them, with ids of their own',
    () => {
      const ids = new Set<unknown>();
      return ({ message }) => {
        if (message?.method !== 'question') return undefined;
        const fault = noticeFault('question', message.params);
        if (fault !== undefined) return fault;
        const id = isRecord(message.params) ? message.params.id : undefined;
        if (ids.has(id)) return `the id ${String(id)} for the second time`;
        ids.add(id);
        return undefined;
      };
    },
  ),
];
