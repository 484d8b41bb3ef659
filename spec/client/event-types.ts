/** Types of events, by the patterns that match them. */
import type { Events, HubMessages } from './contract.ts';

/** The dotted type of an event in the contract, such as `graph.running`. */
export type EventType = keyof Events;

export type Envelope = HubMessages['ReceiveEvent']['args']['event'];

type TypedEnvelope<Type extends EventType> = {
  [T in Type]: Omit<Envelope, 'type' | 'data'> & { type: T; data: Events[T] };
}[Type];

/**
 * An event that matches these patterns. A pattern that matches no type of the contract can match any event, for
 * services with more types. A pattern that is only known at run time is assumed to match the types of the contract.
 */
export type EventOf<Pattern extends string> = Pattern extends string
  ? string extends Pattern
    ? SceneEvent
    : [MatchingTypes<Pattern>] extends [never]
      ? Envelope
      : TypedEnvelope<MatchingTypes<Pattern>>
  : never;

/** An event of the contract. */
export type SceneEvent = TypedEnvelope<EventType>;

type EventFamily<Type extends string> = Type extends `${infer Name}.${string}` ? `${Name}.*` : never;

/** Patterns for editor completion. Any other string is allowed too. */
export type SuggestedPattern = EventType | EventFamily<EventType> | '*' | (string & Record<never, never>);

/** The types that a pattern matches, by the rules of `matchesPattern` in `spec/match-event-pattern.ts`. */
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
