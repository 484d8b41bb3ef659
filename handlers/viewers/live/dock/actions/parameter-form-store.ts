import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ParameterField } from './parameter-fields.ts';

/** The parameter values of one action, as entered in its form. */
export interface ParameterForm {
  readonly fields: readonly ParameterField[];
  /** The values to send, keyed by parameter name. */
  readonly values: ReadonlySignal<Readonly<Record<string, unknown>>>;
  set(name: string, value: unknown): void;
  /** Adds an optional parameter to the form, with its initial value. */
  add(field: ParameterField): void;
  /** Removes an optional parameter from the form. */
  remove(name: string): void;
  /** Fills the form with the parameters of an earlier run. */
  fill(parameters: Readonly<Record<string, unknown>>): void;
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
  const values = signal<Readonly<Record<string, unknown>>>(
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
export const getVisibleParameters = ({
  fields,
  values,
}: ParameterForm): Readonly<Record<string, unknown>> => {
  const hidden = fields.filter(({ isSensitive, name }) => isSensitive && name in values.value);
  return { ...values.value, ...Object.fromEntries(hidden.map(({ name }) => [name, '…'])) };
};
