import { Fault } from '#spec/errors.ts';
import type { RaisedEvent } from '../link/protocol.ts';
import { coerce } from './coerce.ts';
import type { GraphStore } from './store.ts';
import {
  addVariable,
  findVariable,
  type VariableDocument,
  type VariableRequest,
  type Variables,
} from './variables.ts';

/** Edits of variables, each told to whoever listens (description: 'Events', variable.changed and variable.deleted). */
export interface VariableEditor {
  /** @throws Fault GRAPH_NOT_FOUND, INVALID_VALUE, DUPLICATE_NAME */
  create(request: VariableRequest): VariableDocument;
  /** @throws Fault VARIABLE_NOT_FOUND, INVALID_VALUE */
  write(id: string, raw: unknown): VariableDocument;
  /** @throws Fault VARIABLE_NOT_FOUND */
  delete(id: string): VariableDocument;
}

export const createVariableEditor = (
  variables: Variables,
  store: GraphStore,
  raise: (event: Omit<RaisedEvent, 'tick' | 'time'>) => void,
): VariableEditor => {
  const about = ({ graphId }: VariableDocument) => (graphId ? { graphId } : {});
  return {
    create(request) {
      if (request.graphId !== undefined && !store.graphs.has(request.graphId)) {
        throw new Fault('GRAPH_NOT_FOUND', `'graphId' is '${request.graphId}', which no graph has.`);
      }
      return addVariable(variables, store.newId, request);
    },
    write(id, raw) {
      const variable = findVariable(variables, id);
      const value = coerce({ name: variable.name, type: variable.type }, raw);
      const previous = variable.value;
      if (JSON.stringify(previous) === JSON.stringify(value)) return variable;
      variable.value = value;
      raise({ type: 'variable.changed', ...about(variable), data: { ...variable, previous } });
      return variable;
    },
    delete(id) {
      const variable = findVariable(variables, id);
      variables.delete(id);
      raise({
        type: 'variable.deleted',
        ...about(variable),
        data: { id, name: variable.name, ...about(variable) },
      });
      return variable;
    },
  };
};
