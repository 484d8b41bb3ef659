import { Result } from '../pipeline/result.ts';
import { toVariableRecord } from './records.ts';
import type { variableOperations } from '#spec/rest/variables.ts';
import type { VariableDocument } from '../controller/variables/variables.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const variableHandlers: Handlers<typeof variableOperations> = {
  createVariable({ body }, { controller, fail }) {
    controller.requireProject();
    if (body.scope === 'graph' && body.graphId === undefined) {
      fail('GRAPH_NOT_FOUND', "'graphId' is missing: a variable of scope 'graph' needs one.");
    }
    const variable = controller.variableEditor.create({
      ...body,
      graphId: body.scope === 'graph' ? body.graphId : undefined,
    });
    return toVariableEdit(variable, controller.pushVariable);
  },

  listVariables: (_, { controller }) => [...controller.variables.values()].map(toVariableRecord),

  updateVariable({ variable, body }, { controller }) {
    const changed = controller.variableEditor.changeInterface(variable, body);
    return toVariableEdit(changed, controller.pushVariable);
  },

  deleteVariable({ variable }, { controller }) {
    controller.variableEditor.delete(variable);
    return toVariableEdit(variable, controller.deleteVariable);
  },

  getVariable: ({ variable }) => toVariableRecord(variable),

  getVariableValue: ({ variable: { id, type, value } }) => ({ id, type, value }),

  setVariableValue({ variable, body }, { controller }) {
    controller.variableEditor.write(variable, body.value);
    return toVariableEdit(variable, controller.pushVariable);
  },
};

const toVariableEdit = (variable: VariableDocument, push: (variable: VariableDocument) => Promise<unknown>) =>
  Result.edit({ push: () => push(variable), createValue: () => toVariableRecord(variable) });
