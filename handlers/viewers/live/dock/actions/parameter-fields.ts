import type { ActionInfo, ActionsSchema, ParameterSchema } from './action-schema.ts';

/** The form field for a parameter. */
export interface ParameterField {
  readonly name: string;
  readonly isRequired: boolean;
  /** The port type that determines the control. Generic and List values are edited as JSON. */
  readonly type: string;
  readonly description: string | undefined;
  /** The allowed values, if the schema lists them. */
  readonly options: readonly string[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly isSensitive: boolean;
  /** The service's default value. */
  readonly defaultValue: unknown;
  /** The value with which the control starts. */
  readonly initialValue: unknown;
}

type Components = ActionsSchema['components']['schemas'];

/** Returns the fields for an action's parameters, with required parameters first. */
export const toParameterFields = (
  { parameters }: ActionInfo,
  components: Components,
): readonly ParameterField[] => {
  const { properties = {}, required = [] } = resolveSchema(parameters, components);
  const fields = Object.entries(properties).map(([name, schema]) =>
    toParameterField(name, resolveSchema(schema, components), required.includes(name)),
  );
  return fields.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
};

const resolveSchema = (schema: ParameterSchema, components: Components): ParameterSchema =>
  schema.$ref === undefined ? schema : (components[schema.$ref.split('/').at(-1) ?? ''] ?? {});

const toParameterField = (name: string, schema: ParameterSchema, isRequired: boolean): ParameterField => {
  const type = getFieldType(schema);
  const options = schema.enum?.filter((option) => typeof option === 'string');
  return {
    name,
    isRequired,
    type,
    description: schema.description,
    options,
    minimum: schema.minimum,
    maximum: schema.maximum,
    isSensitive: schema.format === 'password',
    defaultValue: schema.default,
    initialValue: toCanonicalValue(type, schema.default) ?? options?.[0] ?? getInitialValue(type, schema),
  };
};

const simpleTypes: Readonly<Record<string, string>> = {
  boolean: 'Boolean',
  integer: 'Integer',
  number: 'Float',
  string: 'String',
  array: 'List',
};

/**
 * Returns the port type of a parameter's field. If text is one of several accepted types, as for a layer given by name
 * or index, the parameter is edited as text.
 */
const getFieldType = (schema: ParameterSchema): string => {
  if (schema['x-port-type']) return schema['x-port-type'];
  if (schema.anyOf?.some(({ type }) => type === 'string')) return 'String';
  return simpleTypes[schema.type ?? ''] ?? 'Generic';
};

/** Converts a vector or color from a list to the object that its control edits. Other values are returned unchanged. */
const toCanonicalValue = (type: string, value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const [first, second, third, fourth = 1] = value;
  if (type === 'Vector3') return { x: first, y: second, z: third };
  return type === 'Color' ? { r: first, g: second, b: third, a: fourth } : value;
};

const getInitialValue = (type: string, { type: kind, minimum = 0 }: ParameterSchema): unknown => {
  switch (type) {
    case 'Boolean':
      return true;
    case 'Integer':
    case 'Float':
      return Math.max(0, minimum);
    case 'Vector3':
      return { x: 0, y: 0, z: 0 };
    case 'Color':
      return { r: 1, g: 1, b: 1, a: 1 };
    case 'List':
      return [];
    case 'Generic':
      return kind === 'object' ? {} : null;
    default:
      return '';
  }
};
