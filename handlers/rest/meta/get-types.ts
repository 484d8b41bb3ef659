import { metaOperations } from '#spec/rest/meta.ts';
import { portTypeNames, portTypes, variableTypes } from '#spec/values.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getTypes = defineHandler(metaOperations.getTypes, (_, { controller }) => ({
  PortTypes: portTypeNames,
  VariableTypes: variableTypes,
  NodeCategories: [...new Set(controller.store.catalog.listVisible().map(({ category }) => category))],
  PortTypeDescriptions: Object.fromEntries(portTypeNames.map((name) => [name, portTypes[name].description])),
  PortValueFormats: Object.fromEntries(
    portTypeNames.map((name) => [
      name,
      { accepts: portTypes[name].accepts, examples: portTypes[name].examples },
    ]),
  ),
  ConnectionCompatibility: 'POST /api/graphs/{graphId}/connections/validate',
}));
