import { type ReadonlySignal, signal } from '@preact/signals';
import type { ActionInfo, ActionsSchema, ParameterSchema } from './action-schema.ts';

export interface ParameterField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** The port type that determines the control. Generic and List values are edited as JSON. */
  readonly type: string;
  /** The allowed values, if the schema lists them. */
  readonly options: readonly string[] | undefined;
  readonly isSensitive: boolean;
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
    options,
    description: schema.description,
    minimum: schema.minimum,
    maximum: schema.maximum,
    isSensitive: schema.format === 'password',
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

/** The values of an action's parameters, keyed by name. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** The parameter values of one action, as entered in its form. */
export interface ParameterForm {
  readonly fields: readonly ParameterField[];
  readonly values: ReadonlySignal<ParameterValues>;
  set(name: string, value: unknown): void;
  /** Adds an optional parameter to the form, with its initial value. */
  add(field: ParameterField): void;
  remove(name: string): void;
  /** Fills the form with the parameters of an earlier run. */
  fill(parameters: ParameterValues): void;
}

/**
 * Creates the form for an action's parameters.
 * @param selected the selected object's tag, which is the initial value for object parameters without another one
 */
export const createParameterForm = (
  fields: readonly ParameterField[],
  selected: string | undefined,
): ParameterForm => {
  const createEntry = ({ name, type, initialValue }: ParameterField): [string, unknown] => [
    name,
    type === 'ObjectSelector' && initialValue === '' ? (selected ?? initialValue) : initialValue,
  ];
  const values = signal<ParameterValues>(
    Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(createEntry)),
  );
  const set = (name: string, value: unknown): void => {
    values.value = { ...values.value, [name]: value };
  };
  return {
    fields,
    values,
    set,
    add: (field) => set(...createEntry(field)),
    remove(name) {
      const { [name]: _, ...remaining } = values.value;
      values.value = remaining;
    },
    fill(parameters) {
      values.value = parameters;
    },
  };
};

/** Returns the parameter values for display. Sensitive values are replaced by an ellipsis. */
export const getVisibleParameters = ({ fields, values }: ParameterForm): ParameterValues => {
  const hidden = fields.filter(({ isSensitive, name }) => isSensitive && name in values.value);
  return { ...values.value, ...Object.fromEntries(hidden.map(({ name }) => [name, '…'])) };
};
