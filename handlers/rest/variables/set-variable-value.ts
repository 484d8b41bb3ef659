import { variables } from '#spec/rest/variables.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const setVariableValue = handle(
  variables.setVariableValue,
  async ({ params, query, body }, { controller }) => {
    const variable = controller.variableEditor.write(params.id, body.value);
    if (query.sync) await controller.pushVariable(variable);
    return variableRecord(variable);
  },
);
