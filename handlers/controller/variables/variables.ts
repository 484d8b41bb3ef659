import { ApiError } from '#spec/errors.ts';
import { type Json, type PortType, variableTypes, getDefaultValue } from '#spec/values.ts';
import { coerceValue } from '#spec/coerce-value.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { VariableSnapshot } from '#runtime/link/runtime-link.ts';
import type { IdSource } from '../graphs/id-source.ts';
import { checkProjectFileSize } from '../graphs/file-size.ts';

export interface VariableDocument {
  readonly id: string;
  readonly name: string;
  readonly type: PortType;
  value: Json;
  /** Absent for a global variable. */
  readonly graphId?: string;
  /** Whether graphs that call the variable's graph pass it in or receive it back; absent for other variables. */
  readonly direction?: VariableDirection;
  /** What the input or output means; absent if nobody has described it. */
  readonly description?: string;
  /** The value with which each call begins. Variables with a direction have one. */
  readonly default?: Json;
}

export type VariableDirection = 'input' | 'output';

/** A project's variables keyed by id, in creation order. */
export type Variables = Map<string, VariableDocument>;

export interface VariableRequest {
  readonly name: string;
  /** The name of a type. Types that variables can't have are rejected. */
  readonly type: string;
  readonly value?: Json | undefined;
  readonly graphId?: string | undefined;
  readonly direction?: VariableDirection | undefined;
  readonly description?: string | undefined;
  readonly default?: Json | undefined;
}

/** The fields of a variable that make it a part of its graph's interface. */
export type InterfaceRequest = Pick<VariableRequest, 'description' | 'default'> & {
  /** `null` makes the variable an ordinary one. */
  readonly direction?: VariableDirection | null | undefined;
};

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
  const variable = applyInterface({ id: newId(), name, type, value, ...(graphId && { graphId }) }, request);
  checkProjectFileSize(variables, variable);
  variables.set(variable.id, variable);
  return variable;
};

/**
 * Returns a variable with other interface fields.
 * @throws ApiError INVALID_VALUE if the variable can't be an input or output, or for a default of another type
 */
export const applyInterface = (
  variable: VariableDocument,
  { direction, description, default: initial }: InterfaceRequest,
): VariableDocument => {
  const { direction: oldDirection, description: oldDescription, default: oldDefault, ...rest } = variable;
  const newDirection = direction === undefined ? oldDirection : (direction ?? undefined);
  if (newDirection === undefined) {
    const [field] = Object.entries({ description, default: initial }).filter(
      ([, value]) => value !== undefined,
    );
    if (!field) return rest;
    throw new ApiError(
      'INVALID_VALUE',
      `'${field[0]}' needs a 'direction': only inputs and outputs of a graph have one.`,
      undefined,
      'PUT /api/variables/{id} makes a variable of a graph an input or an output.',
    );
  }
  checkInterfaceName(rest);
  const newDescription = description ?? oldDescription;
  return {
    ...rest,
    direction: newDirection,
    ...(newDescription && { description: newDescription }),
    default:
      initial === undefined
        ? (oldDefault ?? rest.value)
        : coerceValue({ name: 'default', type: rest.type }, initial),
  };
};

const checkInterfaceName = ({ name, graphId }: VariableDocument): void => {
  if (graphId === undefined) {
    throw new ApiError(
      'INVALID_VALUE',
      `'direction' is only for variables of a graph; '${name}' is a global variable.`,
      undefined,
      "POST /api/variables with scope 'graph' and a graphId creates a variable of a graph.",
    );
  }
  if (!isReservedPortName(name)) return;
  throw new ApiError(
    'INVALID_VALUE',
    `'${name}' cannot be an input or output, because it would be the name of a port of RunGraph. Names with a dot or a slash and ${[...reservedPortNames].join(', ')} are taken.`,
    undefined,
    'POST /api/variables creates a variable of another name.',
  );
};

/** The names of the ports that every RunGraph node has. */
const reservedPortNames: ReadonlySet<string> = new Set([
  ...['In', 'Graph', 'Run', 'Mode', 'Out', 'Failed', 'Done', 'Error'],
]);

/** Returns whether an input or output can't have this name, because RunGraph nodes have a port of that name. */
export const isReservedPortName = (name: string): boolean => reservedPortNames.has(name) || /[./]/.test(name);

/** Lists the ports of a node that runs a graph: one for each of the graph's inputs and outputs, in order of creation. */
export const listInterfacePorts = (variables: Variables, graphId: string): PortDeclaration[] => {
  const ports: PortDeclaration[] = [];
  for (const { name, type, direction, default: initial, graphId: scope } of variables.values()) {
    if (scope !== graphId || !direction) continue;
    ports.push(
      direction === 'input' ? { name, type, direction, default: initial } : { name, type, direction },
    );
  }
  return ports;
};

/** Converts a variable to plain data for the runtime. */
export const createVariableSnapshot = ({ description: _, ...variable }: VariableDocument): VariableSnapshot =>
  variable;
