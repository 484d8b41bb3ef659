/** The port types that engines name in their declarations. */
import { type PortType, portTypeNames } from '#spec/values.ts';
import type { JsonSchema } from './api.ts';

/**
 * Checks the name of a port type.
 * @param where what has the type, such as `the property 'Body.mass'`
 * @throws Error that lists the port types
 */
export const checkPortType = (type: string, where: string): PortType => {
  const found = portTypeNames.find((name) => name === type);
  if (found !== undefined && found !== 'Trigger' && found !== 'Button') return found;
  const names = portTypeNames.filter((name) => name !== 'Trigger' && name !== 'Button');
  throw new Error(`'${type}' of ${where} is no type; expected one of ${names.join(', ')}.`);
};

const number = { type: 'number' };
const toComponentsSchema = (names: string) => ({
  ...{ type: 'object', required: [...names] },
  properties: Object.fromEntries([...names].map((name) => [name, number])),
});

/** The JSON schemas of values of each port type. The service accepts every form of a value by `x-port-type`. */
const schemas: Readonly<Record<Exclude<PortType, 'Trigger' | 'Button'>, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  Integer: { type: 'integer' },
  Float: number,
  String: { type: 'string' },
  Vector3: { ...toComponentsSchema('xyz'), 'x-port-type': 'Vector3' },
  Color: { ...toComponentsSchema('rgba'), 'x-port-type': 'Color' },
  Dropdown: { type: 'string' },
  List: { type: 'array' },
  Generic: {},
  ObjectSelector: { type: 'string', 'x-port-type': 'ObjectSelector' },
  AssetSelector: { type: 'string', 'x-port-type': 'AssetSelector' },
};

/**
 * Returns the JSON schema of a value, which is declared by a schema or by the name of a port type.
 * @throws Error if it is neither
 */
export const toJsonSchema = (declared: JsonSchema | string, where: string): JsonSchema => {
  if (typeof declared === 'string') return schemas[checkPortType(declared, where) as 'Float'];
  if (typeof declared === 'object' && declared !== null) return declared;
  throw new Error(`${where}: expected a JSON schema or the name of a type, such as 'Float'.`);
};
