/** What kinds declare of their properties: type, range and initial value. */
import type { PortType } from '#spec/values.ts';
import type { Facts, ValueOfType } from '../property.ts';

/** A property that a kind holds a value of, from an initial one on. */
export interface Slot<T extends PortType = PortType, V extends ValueOfType<T> = ValueOfType<T>>
  extends Facts<T> {
  readonly initial: V;
}

/** Properties by name, in the order in which they are listed. */
export type Slots = Readonly<Record<string, Slot>>;

/** The values of slots, by name. */
export type ValuesOf<S extends Slots> = { -readonly [Name in keyof S]: S[Name]['initial'] };

type Range = Pick<Facts, 'minimum' | 'maximum'>;

const slot =
  <T extends PortType>(type: T) =>
  (initial: ValueOfType<T>, description: string): Slot<T> => ({ type, initial, description });

export const float = (initial: number, description: string, range: Range = {}): Slot<'Float'> => ({
  ...{ type: 'Float', initial, description },
  ...range,
});
export const integer = (initial: number, description: string, range: Range = {}): Slot<'Integer'> => ({
  ...{ type: 'Integer', initial, description },
  ...range,
});
export const boolean = slot('Boolean');
export const text = (initial: string, description: string, longest: number): Slot<'String'> => ({
  ...{ type: 'String', initial, description },
  longest,
});
export const color = slot('Color');

/** One of some options, the first at the beginning. */
export const option = <const Option extends string>(
  options: readonly [Option, ...Option[]],
  description: string,
): Slot<'Dropdown', Option> => ({ type: 'Dropdown', initial: options[0], options, description });

/** Counts from the next refresh on. */
export const structural = <S extends Slot>(declared: S): S => ({ ...declared, structural: true });
