import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ParameterField, type ParameterFields, toCanonicalValue } from './parameter-fields.ts';

/** The values of an action's parameters, keyed by name. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** The parameters of one action, as entered in its form. */
export interface ParameterForm {
  readonly fields: ParameterFields;
  /** The parameters of the call. Parameters that are not set are left out, unless they are required. */
  readonly parameters: ReadonlySignal<ParameterValues>;
  /** The chosen one of the parameters of which a call contains exactly one. */
  readonly alternative: ReadonlySignal<string | undefined>;
  /** The fields that are always shown; all others are shown on demand. */
  readonly mainFields: ReadonlySignal<readonly ParameterField[]>;
  set(name: string, value: unknown): void;
  /** Leaves a parameter out again. */
  remove(name: string): void;
  /** Chooses one of the parameters of which a call contains exactly one. The values of the others are dropped. */
  choose(name: string): void;
  /** Fills the form with the parameters of a call. Their fields are then always shown. */
  fill(parameters: ParameterValues): void;
}

/** Up to this number of optional parameters, all are shown. */
const maxOptionalFields = 3;

/**
 * Creates the form for an action's parameters.
 * @param selection the selected object's tag, which is the value of required object parameters until another is chosen
 */
export const createParameterForm = (
  fields: ParameterFields,
  selection: ReadonlySignal<string | undefined>,
): ParameterForm => {
  const { all, alternatives, example = {} } = fields;
  const values = signal<ParameterValues>({});
  const alternative = signal(alternatives[0]);
  const optionalFields = all.filter(({ isRequired, name }) => !isRequired && !alternatives.includes(name));
  const shownNames = signal<ReadonlySet<string>>(
    new Set(optionalFields.length > maxOptionalFields ? Object.keys(example) : all.map(({ name }) => name)),
  );
  const getInitialValue = ({ type, initialValue }: ParameterField): unknown =>
    type === 'ObjectSelector' && initialValue === '' ? (selection.value ?? '') : initialValue;
  const parameters = computed(() => ({
    ...Object.fromEntries(
      all
        .filter(({ name, isRequired }) => isRequired || name === alternative.value)
        .map((field) => [field.name, getInitialValue(field)]),
    ),
    ...values.value,
  }));
  const remove = (...names: readonly string[]): void => {
    values.value = Object.fromEntries(
      Object.entries(values.peek()).filter(([name]) => !names.includes(name)),
    );
  };
  return {
    fields,
    parameters,
    alternative,
    mainFields: computed(() =>
      all.filter(
        ({ name, isRequired }) => !alternatives.includes(name) && (isRequired || shownNames.value.has(name)),
      ),
    ),
    set(name, value) {
      values.value = { ...values.peek(), [name]: value };
    },
    remove: (name) => remove(name),
    choose(name) {
      batch(() => {
        remove(...alternatives);
        alternative.value = name;
      });
    },
    fill(given) {
      batch(() => {
        values.value = Object.fromEntries(
          Object.entries(given).map(([name, value]) => {
            const type = all.find((field) => field.name === name)?.type ?? 'Generic';
            return [name, toCanonicalValue(type, value)];
          }),
        );
        alternative.value = alternatives.find((name) => name in given) ?? alternative.peek();
        shownNames.value = new Set([...shownNames.peek(), ...Object.keys(given)]);
      });
    },
  };
};

/** Returns the parameters for display. Sensitive values are replaced by an ellipsis. */
export const getVisibleParameters = ({ fields, parameters }: ParameterForm): ParameterValues => {
  const hidden = fields.all.filter(({ isSensitive, name }) => isSensitive && name in parameters.value);
  return { ...parameters.value, ...Object.fromEntries(hidden.map(({ name }) => [name, '…'])) };
};

/**
 * Returns a call that shows what an action is for: the example of the schema, or values that the service accepts.
 * @param getOptions returns the values that exist, such as the tags of all objects
 * @param selected the selected object's tag
 */
export const createSample = (
  { all, alternatives, example = {} }: ParameterFields,
  getOptions: (field: ParameterField) => readonly string[] | undefined,
  selected: string | undefined,
): ParameterValues => {
  const alternative = alternatives.find((name) => name in example) ?? alternatives[0];
  const isIncluded = ({ name, isRequired }: ParameterField): boolean =>
    isRequired || name === alternative || name in example;
  const getValue = (field: ParameterField): unknown => {
    const value = example[field.name] ?? field.sampleValue;
    const options = getOptions(field);
    // an example can't know which objects and files a project has
    if (!options || options.includes(String(value))) return value;
    return field.type === 'ObjectSelector' ? (selected ?? options[0]) : options[0];
  };
  return Object.fromEntries(all.filter(isIncluded).map((field) => [field.name, getValue(field)]));
};
