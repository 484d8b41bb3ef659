import { z } from 'zod';
import { actionsByName } from '#spec/actions/index.ts';
import { zeroOf } from '#spec/values.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { PortDeclaration } from './node-type.ts';

/**
 * One input port per parameter of a direct action, named like the parameter.
 * @returns undefined when there is no such action.
 */
export const actionParameterPorts = (name: string): readonly PortDeclaration[] | undefined => {
  const action = actionsByName.get(name.toLowerCase());
  if (!action) return undefined;
  const { properties = {} } = z.toJSONSchema(action.spec.parameters, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([parameter, schema]) =>
    portOf(parameter, typeof schema === 'object' ? schema : {}),
  );
};

type Schema = z.core.JSONSchema.BaseSchema;

const portOf = (name: string, schema: Schema): PortDeclaration => {
  const options = schema.enum?.filter((option) => typeof option === 'string');
  const type: PortType = options ? 'Dropdown' : typeOf(schema);
  const initial = (schema.default as Json | undefined) ?? options?.[0] ?? zeroOf(type);
  return { name, direction: 'input', type, default: initial, ...(options && { options }) };
};

const axes = 'x y z';

const typeOf = ({ type, properties }: Schema): PortType => {
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
    case 'object':
      return properties && Object.keys(properties).join(' ') === axes ? 'Vector3' : 'Generic';
    default:
      return 'Generic';
  }
};
