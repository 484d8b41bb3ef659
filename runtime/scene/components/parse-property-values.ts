import { coerceValue } from '#spec/coerce-value.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import type { Json } from '#spec/values.ts';
import type { PropertyValues } from './shared-property-values.ts';
import type { PropertySchema } from './property-schema.ts';

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
