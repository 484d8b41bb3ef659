import type { EventEnvelope } from './event-log-store.ts';

/**
 * Summarizes an event's subject: the graph's name, and the object, clip and group if present.
 * @param names the names of graphs, keyed by id
 */
export const describeEventSubject = (
  { graphId, object, clip, group }: EventEnvelope,
  names: ReadonlyMap<string, string>,
): string => {
  const graph = graphId === undefined ? undefined : (names.get(graphId) ?? graphId);
  return [graph, object, clip, group].filter((part) => part !== undefined).join(' · ');
};

/** Formats the rest of an event's data as one line. */
export const formatEventData = (event: EventEnvelope): string =>
  Object.entries(event.data)
    .filter(([name]) => !(name in event))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ');
