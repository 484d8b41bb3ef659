import { dataTypes } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { listSupportedDataTypes } from '../../service-capabilities.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listDataTypes = defineHandler(discoveryOperations.listDataTypes, (_, { link }) =>
  listSupportedDataTypes(link).map((dataType) => ({
    dataType,
    description: dataTypes[dataType].description,
    needsRuntime: 'needsRuntime' in dataTypes[dataType],
  })),
);
