/** Declares the properties of components and shaders: their types, ranges and initial values. */
import type { Json, PortType, Vector3 } from '#spec/values.ts';
import type { PropertyMetadata, ValueOfType } from '../property.ts';

/** A property with a stored value and its initial value. */
export interface PropertyDefinition<T extends PortType = PortType, V extends ValueOfType<T> = ValueOfType<T>>
  extends PropertyMetadata<T> {
  readonly initial: V;
}

/** Properties keyed by name, in listing order. */
export type PropertySchema = Readonly<Record<string, PropertyDefinition>>;

/** The values of a schema, keyed by name. */
export type InferValues<S extends PropertySchema> = { -readonly [Name in keyof S]: S[Name]['initial'] };

type NumberRange = Pick<PropertyMetadata, 'minimum' | 'maximum'>;

/** Converts a range to the form used in property metadata. */
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
/** Declares a property for the tag of an asset; an empty string means no asset. */
export const assetProperty = (description: string): PropertyDefinition<'AssetSelector'> =>
  createDefiner('AssetSelector')('', description);

/**
 * Declares a list property.
 * @param check a function that throws ApiError INVALID_VALUE for an invalid list
 */
export const listProperty = (
  description: string,
  check: (value: Json) => void,
): PropertyDefinition<'List'> => ({
  ...{ type: 'List', initial: [], description },
  check,
});

/** Declares a vector property. The range applies to each component of the vector. */
export const vectorProperty = (
  initial: Vector3,
  description: string,
  range: NumberRange = {},
): PropertyDefinition<'Vector3'> => ({
  ...{ type: 'Vector3', initial, description },
  ...range,
});

/** Declares a property whose value is one of several options. The first option is the initial value. */
export const optionProperty = <const Option extends string>(
  options: readonly [Option, ...Option[]],
  description: string,
): PropertyDefinition<'Dropdown', Option> => ({
  type: 'Dropdown',
  initial: options[0],
  options,
  description,
});

/** Marks a property as structural, so that changes take effect at the next refresh. */
export const markStructural = <S extends PropertyDefinition>(declared: S): S => ({
  ...declared,
  structural: true,
});

export const markReadOnly = <S extends PropertyDefinition>(declared: S): S => ({
  ...declared,
  readOnly: true,
});
