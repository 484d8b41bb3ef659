import * as z from 'zod';
import { type Json, type PortType, portTypeNames, getDefaultValue } from '#spec/values.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { DataPort } from './ports.ts';

/** A parameter of an action, or a field of the action's result, with the port that represents it. */
interface SchemaField {
  readonly name: string;
  readonly port: DataPort;
  /** Whether the field is mandatory: it is not optional and has no default. */
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

/**
 * Returns the fields of an object schema, either as callers pass them (`input`) or as results contain them (`output`).
 */
export const listSchemaFields = (object: z.ZodObject, io: 'input' | 'output'): readonly SchemaField[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(object, { io, unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const schema = typeof property === 'object' ? property : {};
    return {
      name,
      port: toDataPort(schema),
      isRequired: required.includes(name),
      hasDefault: schema.default !== undefined,
    };
  });
};

/** Creates one input port for each parameter of a direct action, named after the parameter. */
export const createParameterPorts = ({ spec }: NamedAction): readonly PortDeclaration[] =>
  listSchemaFields(spec.parameters, 'input').map(toInputPort);

/**
 * Creates an input port of RunAction. The port has no range, because the action itself validates the value when it
 * runs.
 */
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
  const type: PortType = options ? 'Dropdown' : (findDeclaredType(schema) ?? toPortType(schema));
  const initial = (schema.default as Json | undefined) ?? options?.[0] ?? getDefaultValue(type);
  return {
    type,
    default: initial,
    ...(options && { options }),
    ...toSensitiveFlag(schema),
    ...toPortRange(schema),
  } as DataPort;
};

/** In the schemas, secrets are marked with the OpenAPI format `password`. */
const toSensitiveFlag = ({ format }: Schema): Pick<DataPort, 'isSensitive'> =>
  format === 'password' ? { isSensitive: true } : {};

/** Every integer schema contains the bounds of the safe integers; ports omit these bounds. */
const toPortRange = ({ minimum, maximum }: Schema): Pick<DataPort, 'minimum' | 'maximum'> => ({
  ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
  ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
});

/** Returns the port type that the schema of a parameter declares explicitly. */
const findDeclaredType = ({ 'x-port-type': declaredType }: Schema): PortType | undefined =>
  portTypeNames.find((name) => name === declaredType);

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
