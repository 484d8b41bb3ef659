import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import { ApiError } from '#spec/errors.ts';
import type { EventType } from '#spec/events.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** A part of the description of all nodes that wait for events. */
export const eventFilterDescription =
  'Pattern is an event type such as tween.completed, where * matches one segment, or the rest at the end, and ** any number. Filter, unless empty, selects events of that object, group, clip, graph or node. High-volume events (node.executing, node.done, ports.updated) and events that do not come from the runtime (such as project.opened, or edits of variables) do not reach graphs';

/** A pattern with the event types that it matches. The types are computed again only when the pattern changes. */
interface CachedPattern {
  pattern: string | undefined;
  types: readonly EventType[];
}

export const createCachedPattern = (): CachedPattern => ({ pattern: undefined, types: [] });

/** Whether the pattern and the filter select an event. A malformed pattern selects no events and causes a warning. */
export const matchesEvent = (
  cached: CachedPattern,
  pattern: string,
  filter: string,
  event: RaisedEvent,
  { warnOnce }: Pick<NodeServices, 'warnOnce'>,
): boolean => {
  if (pattern !== cached.pattern) {
    cached.pattern = pattern;
    cached.types = resolveEventTypes(pattern, warnOnce);
  }
  return cached.types.includes(event.type) && (filter === '' || concernsSubject(event, filter));
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
