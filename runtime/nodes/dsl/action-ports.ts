import * as z from 'zod';
import { findActionByName } from '#spec/actions/find-action.ts';
import { type Json, type PortType, portTypeNames, getDefaultValue } from '#spec/values.ts';
import type { PortDeclaration } from './node-type.ts';
import type { DataPort } from './ports.ts';

/** A parameter of an action, or a field of its result, as a port carries it. */
interface SchemaField {
  readonly name: string;
  readonly port: DataPort;
  /** Whether it has to be there: it is not optional, and has no default. */
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

/** The fields of an object schema: those that come in, or those that go out. */
export const listSchemaFields = (object: z.ZodObject, io: 'input' | 'output'): readonly SchemaField[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(object, { io, unrepresentable: 'any' });
  return Object.entries(properties).map(([name, stated]) => {
    const schema = typeof stated === 'object' ? stated : {};
    return {
      name,
      port: toDataPort(schema),
      isRequired: required.includes(name),
      hasDefault: schema.default !== undefined,
    };
  });
};

/**
 * One input port per parameter of a direct action, named like the parameter.
 * @returns undefined when there is no such action.
 */
export const createParameterPorts = (name: string): readonly PortDeclaration[] | undefined => {
  const action = findActionByName(name);
  return action && listSchemaFields(action.spec.parameters, 'input').map(toInputPort);
};

/** The ports of RunAction state no range: their values are judged when the action runs. */
const toInputPort = ({
  name,
  port: { type, default: initial, options, isSensitive },
}: SchemaField): PortDeclaration => ({
  ...{ name, direction: 'input', type, default: initial },
  ...(options && { options }),
  ...(isSensitive && { isSensitive }),
});

type Schema = z.core.JSONSchema.BaseSchema;

const toDataPort = (schema: Schema): DataPort => {
  const options = schema.enum?.filter((option) => typeof option === 'string');
  const type: PortType = options ? 'Dropdown' : (findStatedType(schema) ?? toPortType(schema));
  const initial = (schema.default as Json | undefined) ?? options?.[0] ?? getDefaultValue(type);
  return {
    type,
    default: initial,
    ...(options && { options }),
    ...toSensitiveFlag(schema),
    ...toPortRange(schema),
  } as DataPort;
};

/** What is shown to nobody says so as OpenAPI has it. */
const toSensitiveFlag = ({ format }: Schema): Pick<DataPort, 'isSensitive'> =>
  format === 'password' ? { isSensitive: true } : {};

/** Every whole number has the range of the safe ones, of which a port says nothing. */
const toPortRange = ({ minimum, maximum }: Schema): Pick<DataPort, 'minimum' | 'maximum'> => ({
  ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
  ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
});

/** Parameters that have a port type of their own say so, because their schema only shows the shapes it accepts. */
const findStatedType = ({ 'x-port-type': stated }: Schema): PortType | undefined =>
  portTypeNames.find((name) => name === stated);

const toPortType = ({ type }: Schema) => {
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
