/** Declarations of properties of components and shaders: type, range and initial value. */
import type { Json, PortType, Vector3 } from '#spec/values.ts';
import type { PropertyMetadata, ValueOfType } from '../property.ts';

/** A property with a stored value and its initial value. */
export interface PropertyDefinition<T extends PortType = PortType, V extends ValueOfType<T> = ValueOfType<T>>
  extends PropertyMetadata<T> {
  readonly initial: V;
}

/** Properties by name, in listing order. */
export type PropertySchema = Readonly<Record<string, PropertyDefinition>>;

/** The values of a schema, by name. */
export type InferValues<S extends PropertySchema> = { -readonly [Name in keyof S]: S[Name]['initial'] };

type NumberRange = Pick<PropertyMetadata, 'minimum' | 'maximum'>;

/** Converts a range to the form of property metadata. */
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
/** The tag of an asset; empty for none. */
export const assetProperty = (description: string): PropertyDefinition<'AssetSelector'> =>
  createDefiner('AssetSelector')('', description);

/** @param check throws ApiError INVALID_VALUE for an invalid list */
export const listProperty = (
  description: string,
  check: (value: Json) => void,
): PropertyDefinition<'List'> => ({
  ...{ type: 'List', initial: [], description },
  check,
});

/** The range applies to each component. */
export const vectorProperty = (
  initial: Vector3,
  description: string,
  range: NumberRange = {},
): PropertyDefinition<'Vector3'> => ({
  ...{ type: 'Vector3', initial, description },
  ...range,
});

/** Declares one of several options; the first is the initial value. */
export const optionProperty = <const Option extends string>(
  options: readonly [Option, ...Option[]],
  description: string,
): PropertyDefinition<'Dropdown', Option> => ({
  type: 'Dropdown',
  initial: options[0],
  options,
  description,
});

/** Marks a property as taking effect at the next refresh. */
export const markStructural = <S extends PropertyDefinition>(declared: S): S => ({
  ...declared,
  structural: true,
});

/** Marks a property as read-only. */
export const markReadOnly = <S extends PropertyDefinition>(declared: S): S => ({
  ...declared,
  readOnly: true,
});
