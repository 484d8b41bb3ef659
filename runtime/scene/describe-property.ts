/** Describes properties and runs batches of property writes, for targets of every kind. */
import { ApiError } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';
import type { PropertyInfo, PropertyWriteResults, PropertyWrite } from '../link/runtime-link.ts';
import type { PropertyMetadata } from './property.ts';

/** Returns a property with its value, as shown in lists. */
export const describeProperty = (name: string, metadata: PropertyMetadata, value: Json): PropertyInfo => {
  const { type, description, minimum, maximum, maxLength, options, structural, readOnly } = metadata;
  return {
    ...{ name, type, value },
    ...(options && { options }),
    structural: structural ?? false,
    description,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength: maxLength }),
    ...(readOnly && { readOnly }),
  };
};

/** Writes properties in order. A write that fails is reported with its reason, and the remaining writes still run. */
export const runPropertyWrites = (
  writes: readonly PropertyWrite[],
  write: (propertyWrite: PropertyWrite) => void,
): PropertyWriteResults => {
  const results = writes.map((propertyWrite) => {
    try {
      write(propertyWrite);
      return { name: propertyWrite.name, success: true };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { name: propertyWrite.name, success: false, error: failure.toEnvelope().error };
    }
  });
  const succeededCount = results.filter(({ success }) => success).length;
  const failedCount = results.length - succeededCount;
  return { totalCount: results.length, succeededCount, failedCount, results };
};
