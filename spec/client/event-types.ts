/** How events are typed by the patterns that bring them. */
import type { Events, HubMessages } from './contract.ts';

/** The dotted type of an event that the contract knows, such as `graph.running`. */
export type EventType = keyof Events;

export type Envelope = HubMessages['ReceiveEvent']['args']['event'];

type Typed<Type extends EventType> = {
  [T in Type]: Omit<Envelope, 'type' | 'data'> & { type: T; data: Events[T] };
}[Type];

/**
 * An event that these patterns bring: of the types that they match. Of a pattern that matches no known type comes any
 * event, for services that raise more; a pattern that is only known at run time is taken to match the known types.
 */
export type EventOf<Pattern extends string> = Pattern extends string
  ? string extends Pattern
    ? SceneEvent
    : [Matching<Pattern>] extends [never]
      ? Envelope
      : Typed<Matching<Pattern>>
  : never;

/** An event that the contract knows. */
export type SceneEvent = Typed<EventType>;

type Family<Type extends string> = Type extends `${infer Name}.${string}` ? `${Name}.*` : never;

/** What an editor proposes for a pattern, which may be any text. */
export type PatternText = EventType | Family<EventType> | '*' | (string & Record<never, never>);

/** The known types that a pattern matches, by the rules of `matches` in `spec/pattern.ts`. */
type Matching<Pattern extends string> = Pattern extends string
  ? {
      [Type in EventType]: Covers<Cut<Lowercase<Pattern>>, Cut<Type>> extends true ? Type : never;
    }[EventType]
  : never;

type Cut<Text extends string> = Text extends `${infer First}.${infer Rest}` ? [First, ...Cut<Rest>] : [Text];

type Covers<Pattern, Segments> = Pattern extends ['*']
  ? Segments extends [unknown, ...unknown[]]
    ? true
    : false
  : Pattern extends ['**', ...infer Parts]
    ? Covers<Parts, Segments> extends true
      ? true
      : Segments extends [unknown, ...infer Others]
        ? Covers<Pattern, Others>
        : false
    : Pattern extends [infer Part, ...infer Parts]
      ? Segments extends [infer First, ...infer Others]
        ? Part extends '*' | First
          ? Covers<Parts, Others>
          : false
        : false
      : Segments extends []
        ? true
        : false;
