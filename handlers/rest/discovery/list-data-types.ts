import { dataTypes } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { dataTypesOffered } from '../../offer.ts';
import { handle } from '../../pipeline/handle.ts';

export const listDataTypes = handle(discoveryOperations.listDataTypes, (_, { link }) =>
  dataTypesOffered(link).map((dataType) => ({
    dataType,
    description: dataTypes[dataType].description,
    needsRuntime: 'needsRuntime' in dataTypes[dataType],
  })),
);
