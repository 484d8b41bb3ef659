import { getByPath } from '../../json.ts';
import { parseHubEvent } from './hub-event.ts';
import type { Callback } from './hub-connection.ts';
import type { EventPaths, HubEvent } from './hub-event.ts';

/** The events that all audits of a run received. */
export interface EventLog {
  /** Adds the events that arrived on a connection. */
  add(callbacks: readonly Callback[]): void;
  readonly events: readonly HubEvent[];
}

/**
 * Maximum number of stored events per kind and connection. The number is limited, because a running graph sends
 * thousands of events.
 */
const maxEventsPerKind = 200;

export const createEventLog = (paths: EventPaths): EventLog => {
  const received: HubEvent[] = [];
  return {
    events: received,
    add(callbacks) {
      const countsByKind = new Map<string | undefined, number>();
      for (const callback of callbacks) {
        const event = parseHubEvent(callback, paths);
        if (!event) continue;
        const count = (countsByKind.get(event.type) ?? 0) + 1;
        countsByKind.set(event.type, count);
        if (count <= maxEventsPerKind) received.push(event);
      }
    },
  };
};

/**
 * Sets the kind of each event, even if the description lacks this kind. The kind is read from the place where events of
 * documented kinds contain their kind.
 */
export const addUndocumentedKinds = (events: readonly HubEvent[]): readonly HubEvent[] => {
  const typePaths = new Set(
    events.flatMap(({ args, type }) => (type === undefined ? [] : (findTextPath(args, type) ?? []))),
  );
  return events.map((event) => {
    if (event.type !== undefined) return event;
    const [foreign] = [...typePaths]
      .map((path) => getByPath(event.args, path))
      .filter((text) => typeof text === 'string');
    return foreign === undefined ? event : { ...event, type: foreign };
  });
};

/** Returns the dotted path of the outermost occurrence of a string. */
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
