import type { DataType } from '#spec/discovery-data-types.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';

/** Finds a data type by name in any letter case. @throws ApiError UNKNOWN_DATA_TYPE with the nearest data types */
export const findDataType = (name: string, offered: readonly DataType[]): DataType => {
  const lowerName = name.toLowerCase();
  const known = offered.find((dataType) => dataType === lowerName);
  if (known) return known;
  throw new ApiError('UNKNOWN_DATA_TYPE', `'${name}' is not a discovery data type.`, {
    validOptions: offered,
    nearest: suggestNames(name, offered),
  });
};
