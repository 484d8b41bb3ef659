import type { DataType } from '#spec/discovery.ts';
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';

/** A data type by its name in any letter case. @throws Fault UNKNOWN_DATA_TYPE with the nearest data types */
export const findDataType = (name: string, offered: readonly DataType[]): DataType => {
  const wanted = name.toLowerCase();
  const known = offered.find((dataType) => dataType === wanted);
  if (known) return known;
  throw new Fault('UNKNOWN_DATA_TYPE', `'${name}' is no discovery data type.`, {
    validOptions: offered,
    nearest: nearest(name, offered),
  });
};
