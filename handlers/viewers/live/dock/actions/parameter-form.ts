import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ParameterField } from './parameter-fields.ts';

/** The parameters of one action as they are filled in. */
export interface ParameterForm {
  readonly fields: readonly ParameterField[];
  /** What is sent. */
  readonly values: ReadonlySignal<Readonly<Record<string, unknown>>>;
  set(name: string, value: unknown): void;
  /** Sends a parameter that may be left out, from its initial value on. */
  add(field: ParameterField): void;
  /** Leaves a parameter out. */
  remove(name: string): void;
  /** Takes what was sent before. */
  fill(parameters: Readonly<Record<string, unknown>>): void;
}

/** @param selected tag of the object that is looked at, which the action is probably meant for */
export const createParameterForm = (
  fields: readonly ParameterField[],
  selected: string | undefined,
): ParameterForm => {
  const begin = ({ name, type, initialValue }: ParameterField): [string, unknown] => [
    name,
    type === 'ObjectSelector' && initialValue === '' ? (selected ?? initialValue) : initialValue,
  ];
  const given = signal<Readonly<Record<string, unknown>>>(
    Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(begin)),
  );
  const set = (name: string, value: unknown): void => {
    given.value = { ...given.value, [name]: value };
  };
  return {
    fields,
    values: given,
    set,
    add: (field) => set(...begin(field)),
    remove(name) {
      const { [name]: _, ...others } = given.value;
      given.value = others;
    },
    fill(parameters) {
      given.value = parameters;
    },
  };
};

/** What is filled in, without what is never shown. */
export const getVisibleParameters = ({
  fields,
  values,
}: ParameterForm): Readonly<Record<string, unknown>> => {
  const hidden = fields.filter(({ isSensitive, name }) => isSensitive && name in values.value);
  return { ...values.value, ...Object.fromEntries(hidden.map(({ name }) => [name, '…'])) };
};
