import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#spec/errors.ts';
import { type Json, getDefaultValue } from '#spec/values.ts';
import type { RaiseEvent } from '#runtime/link/raise-event.ts';
import { countContentEdit, markNodeChanged } from '../graphs/change-tracking.ts';
import { coerceValue } from '#spec/coerce-value.ts';
import { updatePorts } from '../graphs/graph-edits.ts';
import { attributeEdit, clearHistory } from '../graphs/history/edit-history.ts';
import type { ProjectFilesOptions } from '../projects/project-storage.ts';
import { checkProjectFileSize } from '../graphs/file-size.ts';
import { updateCallers } from '../graphs/graph-callers.ts';
import {
  addVariable,
  applyInterface,
  type InterfaceRequest,
  type VariableDocument,
  type VariableRequest,
  type Variables,
} from './variables.ts';

/**
 * Edits variables and raises an event for each change (description: 'Events', variable.changed and variable.deleted).
 * When a variable is added or deleted, nodes whose ports depend on the variable's type are updated. If graphs lose
 * connections, a console warning names these graphs.
 */
export interface VariableEditor {
  /**
   * Creates a variable.
   * @throws ApiError GRAPH_NOT_FOUND, INVALID_VALUE or DUPLICATE_NAME
   */
  create(request: VariableRequest): VariableDocument;
  /**
   * Writes the value of a variable.
   * @throws ApiError INVALID_VALUE
   */
  write(variable: VariableDocument, raw: unknown): void;
  /**
   * Changes which input or output of its graph a variable is.
   * @returns the changed variable
   * @throws ApiError INVALID_VALUE
   */
  changeInterface(variable: VariableDocument, request: InterfaceRequest): VariableDocument;
  delete(variable: VariableDocument): void;
  /** Raises variable.deleted for a variable whose project was closed. The variable stays in the project's files. */
  reportDeleted(variable: VariableDocument): void;
  /** Replaces all variables, and raises an event for each change. */
  replaceAll(next: Variables): void;
}

interface VariableEditorOptions
  extends Pick<ProjectFilesOptions, 'store' | 'variables' | 'pendingVariables' | 'log'> {
  readonly raise: RaiseEvent;
}

export const createVariableEditor = ({
  variables,
  pendingVariables,
  store,
  raise,
  log,
}: VariableEditorOptions): VariableEditor => {
  /** Updates the nodes in the variable's scope, because only these nodes can depend on the variable's type. */
  const reshapeUsers = ({ name, graphId }: VariableDocument): void => {
    for (const graph of store.graphs.values()) {
      if (graphId !== undefined && graphId !== graph.id) continue;
      const changes = attributeEdit(store.session, undefined, () =>
        [...graph.nodes.values()]
          .filter(({ type }) => type.portsFor)
          .map((node) => ({ node, ...updatePorts(store, node) }))
          .filter(({ reshaped }) => reshaped),
      );
      if (changes.length === 0) continue;
      clearHistory(graph);
      for (const { node } of changes) markNodeChanged(node);
      countContentEdit(graph);
      const removedCount = changes.flatMap(({ removed }) => removed).length;
      if (removedCount === 0) continue;
      log({
        severity: 'warning',
        graphId: graph.id,
        message: `The variable '${name}' has another type now; ${removedCount} connections of the graph '${graph.name}' no longer fit and were removed.`,
      });
    }
  };

  const raiseChanged = (variable: VariableDocument, previous: Json): void => {
    pendingVariables.add(variable.id);
    raise('variable.changed', createChange(variable, previous));
  };

  const editor: VariableEditor = {
    create(request) {
      if (request.graphId !== undefined && !store.graphs.has(request.graphId)) {
        throw new ApiError('GRAPH_NOT_FOUND', `'graphId' is '${request.graphId}', which no graph has.`);
      }
      const variable = addVariable(variables, store.newId, request);
      pendingVariables.add(variable.id);
      reshapeUsers(variable);
      if (variable.direction) updateCallers(store, log);
      return variable;
    },
    changeInterface(variable, request) {
      const changed = applyInterface(variable, request);
      checkProjectFileSize(variables, changed);
      variables.set(changed.id, changed);
      pendingVariables.add(changed.id);
      updateCallers(store, log);
      return changed;
    },
    write(variable, raw) {
      const value = coerceValue({ name: variable.name, type: variable.type }, raw);
      const previous = variable.value;
      if (JSON.stringify(previous) === JSON.stringify(value)) return;
      checkProjectFileSize(variables, { ...variable, value });
      variable.value = value;
      raiseChanged(variable, previous);
    },
    delete(variable) {
      variables.delete(variable.id);
      pendingVariables.add(variable.id);
      reshapeUsers(variable);
      if (variable.direction) updateCallers(store, log);
      editor.reportDeleted(variable);
    },
    reportDeleted({ id, name, graphId }) {
      raise('variable.deleted', { id, name, ...(graphId !== undefined && { graphId }) });
    },
    replaceAll(next) {
      for (const variable of [...variables.values()]) if (!next.has(variable.id)) editor.delete(variable);
      for (const variable of next.values()) {
        const existing = variables.get(variable.id);
        if (existing && hasSameDeclaration(existing, variable)) {
          editor.write(existing, variable.value);
          continue;
        }
        variables.set(variable.id, variable);
        reshapeUsers(variable);
        updateCallers(store, log);
        raiseChanged(variable, existing?.value ?? getDefaultValue(variable.type));
      }
    },
  };
  return editor;
};

const hasSameDeclaration = (a: VariableDocument, b: VariableDocument): boolean =>
  isDeepStrictEqual({ ...a, value: null }, { ...b, value: null });

/** Returns the data of a variable.changed event. */
export const createChange = ({ id, name, type, value, graphId }: VariableDocument, previous: Json) => ({
  ...{ id, name, type, value, previous },
  ...(graphId !== undefined && { graphId }),
});
