import type { EventEnvelope } from './event-log.ts';

/**
 * What an event is about, in short: the graph by its name, and the object, the clip and the group where it tells of them.
 * @param names of graphs by id
 */
export const describeEventSubject = (
  { graphId, object, clip, group }: EventEnvelope,
  names: ReadonlyMap<string, string>,
): string => {
  const graph = graphId === undefined ? undefined : (names.get(graphId) ?? graphId);
  return [graph, object, clip, group].filter((part) => part !== undefined).join(' · ');
};

/** What else it tells, in one line. */
export const formatEventData = (event: EventEnvelope): string =>
  Object.entries(event.data)
    .filter(([name]) => !(name in event))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ');
