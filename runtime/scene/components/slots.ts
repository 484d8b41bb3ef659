/** What kinds declare of their properties: type, range and initial value. */
import type { Json, PortType, Vector3 } from '#spec/values.ts';
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

/** A range as slots tell it. */
export const within = ({ min, max }: { readonly min: number; readonly max: number }): Range => ({
  minimum: min,
  maximum: max,
});

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
/** The tag of an asset, empty for none. */
export const asset = (description: string): Slot<'AssetSelector'> => slot('AssetSelector')('', description);

/** @param check throws Fault INVALID_VALUE for a list that is none of the kind that is meant */
export const list = (description: string, check: (value: Json) => void): Slot<'List'> => ({
  ...{ type: 'List', initial: [], description },
  check,
});

/** The range is that of each component. */
export const vector = (initial: Vector3, description: string, range: Range = {}): Slot<'Vector3'> => ({
  ...{ type: 'Vector3', initial, description },
  ...range,
});

/** One of some options, the first at the beginning. */
export const option = <const Option extends string>(
  options: readonly [Option, ...Option[]],
  description: string,
): Slot<'Dropdown', Option> => ({ type: 'Dropdown', initial: options[0], options, description });

/** Counts from the next refresh on. */
export const structural = <S extends Slot>(declared: S): S => ({ ...declared, structural: true });

/** Only tells. */
export const readOnly = <S extends Slot>(declared: S): S => ({ ...declared, readOnly: true });
