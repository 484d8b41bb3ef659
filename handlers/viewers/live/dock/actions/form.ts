import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Field } from './fields.ts';

/** The parameters of one action as they are filled in. */
export interface Form {
  readonly fields: readonly Field[];
  /** What is sent. */
  readonly given: ReadonlySignal<Readonly<Record<string, unknown>>>;
  set(name: string, value: unknown): void;
  /** Sends a parameter that may be left out, from its initial value on. */
  add(field: Field): void;
  /** Leaves a parameter out. */
  remove(name: string): void;
  /** Takes what was sent before. */
  fill(parameters: Readonly<Record<string, unknown>>): void;
}

/** @param selected tag of the object that is looked at, which the action is probably meant for */
export const createForm = (fields: readonly Field[], selected: string | undefined): Form => {
  const begin = ({ name, type, initial }: Field): [string, unknown] => [
    name,
    type === 'ObjectSelector' && initial === '' ? (selected ?? initial) : initial,
  ];
  const given = signal<Readonly<Record<string, unknown>>>(
    Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(begin)),
  );
  const set = (name: string, value: unknown): void => {
    given.value = { ...given.value, [name]: value };
  };
  return {
    fields,
    given,
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
export const shownParameters = ({ fields, given }: Form): Readonly<Record<string, unknown>> => {
  const hidden = fields.filter(({ isSensitive, name }) => isSensitive && name in given.value);
  return { ...given.value, ...Object.fromEntries(hidden.map(({ name }) => [name, '…'])) };
};
