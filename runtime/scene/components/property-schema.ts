/** What kinds declare of their properties: type, range and initial value. */
import type { Json, PortType, Vector3 } from '#spec/values.ts';
import type { PropertyMetadata, ValueOfType } from '../property.ts';

/** A property that a kind holds a value of, from an initial one on. */
export interface PropertyDefinition<T extends PortType = PortType, V extends ValueOfType<T> = ValueOfType<T>>
  extends PropertyMetadata<T> {
  readonly initial: V;
}

/** Properties by name, in the order in which they are listed. */
export type PropertySchema = Readonly<Record<string, PropertyDefinition>>;

/** The values of slots, by name. */
export type InferValues<S extends PropertySchema> = { -readonly [Name in keyof S]: S[Name]['initial'] };

type NumberRange = Pick<PropertyMetadata, 'minimum' | 'maximum'>;

/** A range as slots tell it. */
export const toNumberRange = ({ min, max }: { readonly min: number; readonly max: number }): NumberRange => ({
  minimum: min,
  maximum: max,
});

const createDefiner =
  <T extends PortType>(type: T) =>
  (initial: ValueOfType<T>, description: string): PropertyDefinition<T> => ({ type, initial, description });

export const floatProperty = (
  initial: number,
  description: string,
  range: NumberRange = {},
): PropertyDefinition<'Float'> => ({
  ...{ type: 'Float', initial, description },
  ...range,
});
export const integerProperty = (
  initial: number,
  description: string,
  range: NumberRange = {},
): PropertyDefinition<'Integer'> => ({
  ...{ type: 'Integer', initial, description },
  ...range,
});
export const booleanProperty = createDefiner('Boolean');
export const textProperty = (
  initial: string,
  description: string,
  longest: number,
): PropertyDefinition<'String'> => ({
  ...{ type: 'String', initial, description },
  maxLength: longest,
});
export const colorProperty = createDefiner('Color');
/** The tag of an asset, empty for none. */
export const assetProperty = (description: string): PropertyDefinition<'AssetSelector'> =>
  createDefiner('AssetSelector')('', description);

/** @param check throws Fault INVALID_VALUE for a list that is none of the kind that is meant */
export const listProperty = (
  description: string,
  check: (value: Json) => void,
): PropertyDefinition<'List'> => ({
  ...{ type: 'List', initial: [], description },
  check,
});

/** The range is that of each component. */
export const vectorProperty = (
  initial: Vector3,
  description: string,
  range: NumberRange = {},
): PropertyDefinition<'Vector3'> => ({
  ...{ type: 'Vector3', initial, description },
  ...range,
});

/** One of some options, the first at the beginning. */
export const optionProperty = <const Option extends string>(
  options: readonly [Option, ...Option[]],
  description: string,
): PropertyDefinition<'Dropdown', Option> => ({
  type: 'Dropdown',
  initial: options[0],
  options,
  description,
});

/** Counts from the next refresh on. */
export const markStructural = <S extends PropertyDefinition>(declared: S): S => ({
  ...declared,
  structural: true,
});

/** Only tells. */
export const markReadOnly = <S extends PropertyDefinition>(declared: S): S => ({
  ...declared,
  readOnly: true,
});
