import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import { ApiError } from '#spec/errors.ts';
import type { EventType } from '#spec/events.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** Said of every node that waits for events. */
export const eventFilterDescription =
  'Pattern is a type such as tween.completed, with * for one segment, or for the rest at the end, and ** for any number. Filter, unless empty, narrows to events about that object, group, clip, graph or node. Events that observers get by the thousand (node.executing, node.done, ports.updated) and those that are not of the runtime (such as project.opened, or edits of variables) do not reach graphs';

/** A pattern with the types that it selects, so that it is worked out anew only when it has changed. */
interface CachedPattern {
  pattern: string | undefined;
  types: readonly EventType[];
}

export const createCachedPattern = (): CachedPattern => ({ pattern: undefined, types: [] });

/** Whether an event is one of those that pattern and filter select. A malformed pattern selects none, with a warning. */
export const matchesEvent = (
  known: CachedPattern,
  pattern: string,
  filter: string,
  event: RaisedEvent,
  { warnOnce }: Pick<NodeServices, 'warnOnce'>,
): boolean => {
  if (pattern !== known.pattern) {
    known.pattern = pattern;
    known.types = resolveEventTypes(pattern, warnOnce);
  }
  return known.types.includes(event.type) && (filter === '' || concernsSubject(event, filter));
};

const resolveEventTypes = (pattern: string, warn: (message: string) => void): readonly EventType[] => {
  try {
    return resolvePattern(parsePattern(pattern));
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    warn(failure.reason);
    return [];
  }
};

const concernsSubject = ({ object, group, clip, graphId, nodeId }: RaisedEvent, subject: string): boolean =>
  [object, group, clip, graphId, nodeId].includes(subject);
