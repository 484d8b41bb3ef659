/** Declares the properties of components and shaders, with their types, ranges and initial values, and stores values. */
import { coerceValue } from '#spec/coerce-value.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import type { Json, PortType } from '#spec/values.ts';
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

/** Creates a function that declares properties. The range of a vector applies to each of its components. */
const createDefiner =
  <T extends PortType>(type: T) =>
  (initial: ValueOfType<T>, description: string, range: NumberRange = {}): PropertyDefinition<T> => ({
    ...{ type, initial, description },
    ...range,
  });

export const floatProperty = createDefiner('Float');
export const integerProperty = createDefiner('Integer');
export const vectorProperty = createDefiner('Vector3');
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

/**
 * The values of a component or material, keyed by name. Frozen values are shared, for example with copies and files, and
 * are copied before they are changed.
 */
export type PropertyValues = Readonly<Record<string, Json>>;

/**
 * Adds the initial values of a schema where values are missing. Values that are frozen and complete are returned
 * unchanged.
 */
export const createInitialValues = (schema: PropertySchema, values: PropertyValues): PropertyValues => {
  const names = Object.keys(schema);
  if (Object.isFrozen(values) && names.every((name) => Object.hasOwn(values, name))) return values;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? (schema[name]?.initial as Json)]));
};

/** Freezes values, so that they can be shared. */
export const freezeValues = (values: PropertyValues): PropertyValues => Object.freeze(values);

/** Returns the values with one of them changed. Values that are not frozen are changed in place. */
export const withValue = (values: PropertyValues, name: string, value: Json): PropertyValues => {
  if (Object.isFrozen(values)) return { ...values, [name]: value };
  (values as Record<string, Json>)[name] = value;
  return values;
};

/**
 * Parses property values, keyed by name, into canonical form.
 * @throws ApiError PROPERTY_NOT_FOUND for an unknown name; INVALID_VALUE for a value that its property does not accept
 */
export const parsePropertyValues = (
  schema: PropertySchema,
  values: Readonly<Record<string, Json>>,
): PropertyValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, raw]) => {
      const definition = Object.hasOwn(schema, name) ? schema[name] : undefined;
      if (!definition) {
        const properties = Object.keys(schema);
        throw new ApiError('PROPERTY_NOT_FOUND', `There is no property '${name}'.`, {
          ...{ property: name, nearest: suggestNames(name, properties), properties },
        });
      }
      const { type, options, minimum, maximum, maxLength } = definition;
      const value = coerceValue({ name, type, options, minimum, maximum, longest: maxLength }, raw);
      definition.check?.(value);
      return [name, value];
    }),
  );
