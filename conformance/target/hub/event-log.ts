import { getByPath } from '../../json.ts';
import { parseHubEvent } from './hub-event.ts';
import type { Callback } from './hub-connection.ts';
import type { EventPaths, HubEvent } from './hub-event.ts';

/** The events of a run, whichever audit received them. */
export interface EventLog {
  /** Keeps what came over a connection. */
  add(callbacks: readonly Callback[]): void;
  readonly events: readonly HubEvent[];
}

/** Events of one kind that are kept of one connection; a running graph raises thousands. */
const maxEventsPerKind = 200;

export const createEventLog = (paths: EventPaths): EventLog => {
  const heard: HubEvent[] = [];
  return {
    events: heard,
    add(callbacks) {
      const kept = new Map<string | undefined, number>();
      for (const callback of callbacks) {
        const event = parseHubEvent(callback, paths);
        if (!event) continue;
        const count = (kept.get(event.type) ?? 0) + 1;
        kept.set(event.type, count);
        if (count <= maxEventsPerKind) heard.push(event);
      }
    },
  };
};

/**
 * The events with the kind that each calls itself by, also where the description has no such kind: it stands where
 * events of known kinds have theirs.
 */
export const addUndocumentedKinds = (events: readonly HubEvent[]): readonly HubEvent[] => {
  const places = new Set(
    events.flatMap(({ args, type }) => (type === undefined ? [] : (findTextPath(args, type) ?? []))),
  );
  return events.map((event) => {
    if (event.type !== undefined) return event;
    const [foreign] = [...places]
      .map((place) => getByPath(event.args, place))
      .filter((text) => typeof text === 'string');
    return foreign === undefined ? event : { ...event, type: foreign };
  });
};

/** The dotted path of the outermost place at which a text stands. */
const findTextPath = (value: unknown, text: string): string | undefined => {
  let level: readonly (readonly [string, unknown])[] = [['', value]];
  while (level.length > 0) {
    const found = level.find(([, inner]) => inner === text);
    if (found) return found[0].slice(1);
    level = level.flatMap(([path, inner]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).map(([key, next]) => [`${path}.${key}`, next] as const)
        : [],
    );
  }
  return undefined;
};
