import { z } from 'zod';
import { actionNamed } from '#spec/actions/find.ts';
import { type Json, type PortType, portTypeNames, zeroOf } from '#spec/values.ts';
import type { PortDeclaration } from './node-type.ts';

/**
 * One input port per parameter of a direct action, named like the parameter.
 * @returns undefined when there is no such action.
 */
export const actionParameterPorts = (name: string): readonly PortDeclaration[] | undefined => {
  const action = actionNamed(name);
  if (!action) return undefined;
  const { properties = {} } = z.toJSONSchema(action.spec.parameters, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([parameter, schema]) =>
    portOf(parameter, typeof schema === 'object' ? schema : {}),
  );
};

type Schema = z.core.JSONSchema.BaseSchema;

const portOf = (name: string, schema: Schema): PortDeclaration => {
  const options = schema.enum?.filter((option) => typeof option === 'string');
  const type: PortType = options ? 'Dropdown' : (statedType(schema) ?? typeOf(schema));
  const initial = (schema.default as Json | undefined) ?? options?.[0] ?? zeroOf(type);
  return { name, direction: 'input', type, default: initial, ...(options && { options }) };
};

/** Parameters that have a port type of their own say so, because their schema only shows the shapes it accepts. */
const statedType = ({ 'x-port-type': stated }: Schema): PortType | undefined =>
  portTypeNames.find((name) => name === stated);

const typeOf = ({ type }: Schema): PortType => {
  switch (type) {
    case 'string':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'number':
      return 'Float';
    case 'boolean':
      return 'Boolean';
    case 'array':
      return 'List';
    default:
      return 'Generic';
  }
};
