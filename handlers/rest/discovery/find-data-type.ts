import type { DataType } from '#spec/discovery-data-types.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';

/**
 * Finds a data type by name, ignoring letter case.
 * @throws ApiError UNKNOWN_DATA_TYPE with the nearest data types
 */
export const findDataType = (name: string, available: readonly DataType[]): DataType => {
  const lowerName = name.toLowerCase();
  const dataType = available.find((dataType) => dataType === lowerName);
  if (dataType) return dataType;
  throw new ApiError('UNKNOWN_DATA_TYPE', `'${name}' is not a discovery data type.`, {
    validOptions: available,
    nearest: suggestNames(name, available),
  });
};
