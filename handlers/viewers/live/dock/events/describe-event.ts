import type { EventEnvelope } from './event-log-store.ts';

/**
 * Summarizes the subject of an event: the graph by name, and object, clip and group if present.
 * @param names of graphs by id
 */
export const describeEventSubject = (
  { graphId, object, clip, group }: EventEnvelope,
  names: ReadonlyMap<string, string>,
): string => {
  const graph = graphId === undefined ? undefined : (names.get(graphId) ?? graphId);
  return [graph, object, clip, group].filter((part) => part !== undefined).join(' · ');
};

/** Formats the remaining data in one line. */
export const formatEventData = (event: EventEnvelope): string =>
  Object.entries(event.data)
    .filter(([name]) => !(name in event))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ');
