/** How events are typed by the patterns that bring them. */
import type { Events, HubMessages } from './contract.ts';

/** The dotted type of an event that the contract knows, such as `graph.running`. */
export type EventType = keyof Events;

export type Envelope = HubMessages['ReceiveEvent']['args']['event'];

type TypedEnvelope<Type extends EventType> = {
  [T in Type]: Omit<Envelope, 'type' | 'data'> & { type: T; data: Events[T] };
}[Type];

/**
 * An event that these patterns bring: of the types that they match. Of a pattern that matches no known type comes any
 * event, for services that raise more; a pattern that is only known at run time is taken to match the known types.
 */
export type EventOf<Pattern extends string> = Pattern extends string
  ? string extends Pattern
    ? SceneEvent
    : [MatchingTypes<Pattern>] extends [never]
      ? Envelope
      : TypedEnvelope<MatchingTypes<Pattern>>
  : never;

/** An event that the contract knows. */
export type SceneEvent = TypedEnvelope<EventType>;

type EventFamily<Type extends string> = Type extends `${infer Name}.${string}` ? `${Name}.*` : never;

/** What an editor proposes for a pattern, which may be any text. */
export type SuggestedPattern = EventType | EventFamily<EventType> | '*' | (string & Record<never, never>);

/** The known types that a pattern matches, by the rules of `matches` in `spec/match-event-pattern.ts`. */
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
