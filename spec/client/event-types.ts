/** Types of events, derived from the patterns that match them. */
import type { Events, HubMessages } from './contract.ts';

/** The dotted type of one of the contract's events, such as `graph.running`. */
export type EventType = keyof Events;

export type Envelope = HubMessages['ReceiveEvent']['args']['event'];

type TypedEnvelope<Type extends EventType> = {
  [T in Type]: Omit<Envelope, 'type' | 'data'> & { type: T; data: Events[T] };
}[Type];

/**
 * An event that matches the given patterns. A pattern that matches none of the contract's types can match any event,
 * for services with additional types. A pattern that is only known at run time is assumed to match the contract's
 * types.
 */
export type EventOf<Pattern extends string> = Pattern extends string
  ? string extends Pattern
    ? SceneEvent
    : [MatchingTypes<Pattern>] extends [never]
      ? Envelope
      : TypedEnvelope<MatchingTypes<Pattern>>
  : never;

/** One of the contract's events. */
export type SceneEvent = TypedEnvelope<EventType>;

type EventFamily<Type extends string> = Type extends `${infer Name}.${string}` ? `${Name}.*` : never;

/** Patterns that editors suggest as completions. Any other string is allowed as well. */
export type SuggestedPattern = EventType | EventFamily<EventType> | '*' | (string & Record<never, never>);

/**
 * The event types that a pattern matches, according to the rules of `matchesPattern` in `spec/match-event-pattern.ts`.
 */
type MatchingTypes<Pattern extends string> = Pattern extends string
  ? {
      [Type in EventType]: MatchesSegments<SplitPattern<Lowercase<Pattern>>, SplitPattern<Type>> extends true
        ? Type
        : never;
    }[EventType]
  : never;

type SplitPattern<Text extends string> = Text extends `${infer First}.${infer Rest}`
  ? [First, ...SplitPattern<Rest>]
  : [Text];

type MatchesSegments<Pattern, Segments> = Pattern extends ['*']
  ? Segments extends [unknown, ...unknown[]]
    ? true
    : false
  : Pattern extends ['**', ...infer Parts]
    ? MatchesSegments<Parts, Segments> extends true
      ? true
      : Segments extends [unknown, ...infer Others]
        ? MatchesSegments<Pattern, Others>
        : false
    : Pattern extends [infer Part, ...infer Parts]
      ? Segments extends [infer First, ...infer Others]
        ? Part extends '*' | First
          ? MatchesSegments<Parts, Others>
          : false
        : false
      : Segments extends []
        ? true
        : false;
