import { dataTypes } from '#spec/discovery.ts';
import { discovery } from '#spec/rest/discovery.ts';
import { dataTypesOffered } from '../../offer.ts';
import { handle } from '../../pipeline/handle.ts';

export const listDataTypes = handle(discovery.listDataTypes, (_, { link }) =>
  dataTypesOffered(link).map((dataType) => ({
    dataType,
    description: dataTypes[dataType].description,
    needsRuntime: 'needsRuntime' in dataTypes[dataType],
  })),
);
