import { dataTypeNames, dataTypes } from '#spec/discovery.ts';
import { discovery } from '#spec/rest/discovery.ts';
import { handle } from '../../pipeline/handle.ts';

export const listDataTypes = handle(discovery.listDataTypes, () =>
  dataTypeNames.map((dataType) => ({
    dataType,
    description: dataTypes[dataType].description,
    needsRuntime: 'needsRuntime' in dataTypes[dataType],
  })),
);
