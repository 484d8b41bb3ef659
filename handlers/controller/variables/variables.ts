import { ApiError } from '#spec/errors.ts';
import { type Json, type PortType, variableTypes, getDefaultValue } from '#spec/values.ts';
import { coerceValue } from '#spec/coerce-value.ts';
import type { IdSource } from '../graphs/id-source.ts';
import { checkProjectFileSize } from '../graphs/file-size.ts';

export interface VariableDocument {
  readonly id: string;
  readonly name: string;
  readonly type: PortType;
  value: Json;
  /** Absent for a global variable. */
  readonly graphId?: string;
}

/** A project's variables keyed by id, in creation order. */
export type Variables = Map<string, VariableDocument>;

export interface VariableRequest {
  readonly name: string;
  /** The name of a type. Types that variables can't have are rejected. */
  readonly type: string;
  readonly value?: Json | undefined;
  readonly graphId?: string | undefined;
}

/**
 * Returns the variable with this id.
 * @throws ApiError VARIABLE_NOT_FOUND
 */
export const requireVariable = (variables: Variables, id: string): VariableDocument => {
  const variable = variables.get(id);
  if (variable) return variable;
  throw new ApiError('VARIABLE_NOT_FOUND', `No variable has the id '${id}'.`);
};

/**
 * Lists the variables that are visible to a graph: first the graph's own variables, then the global variables that are
 * not hidden by them.
 */
export const listVisibleVariables = (variables: Variables, graphId: string): VariableDocument[] => {
  const graphVariables = [...variables.values()].filter((v) => v.graphId === graphId);
  const hidden = new Set(graphVariables.map((v) => v.name));
  return [...graphVariables, ...[...variables.values()].filter((v) => !v.graphId && !hidden.has(v.name))];
};

/**
 * Adds a variable.
 * @throws ApiError INVALID_VALUE for a type that variables cannot hold, a value of another type, or a value that is too
 * large; DUPLICATE_NAME for a name that is already used
 */
export const addVariable = (
  variables: Variables,
  newId: IdSource,
  request: VariableRequest,
): VariableDocument => {
  const { name, graphId } = request;
  const type = variableTypes.find((supported) => supported === request.type);
  if (type === undefined) {
    throw new ApiError(
      'INVALID_VALUE',
      `'type' is '${request.type}', which a variable cannot hold.`,
      { validTypes: variableTypes },
      'GET /api/types lists VariableTypes.',
    );
  }
  const existing = [...variables.values()].find((v) => v.name === name && v.graphId === graphId);
  if (existing) {
    throw new ApiError('DUPLICATE_NAME', `A variable of this scope is already called '${name}'.`, {
      id: existing.id,
    });
  }
  const value =
    request.value === undefined ? getDefaultValue(type) : coerceValue({ name: 'value', type }, request.value);
  const variable = { id: newId(), name, type, value, ...(graphId && { graphId }) };
  checkProjectFileSize(variables, variable);
  variables.set(variable.id, variable);
  return variable;
};
