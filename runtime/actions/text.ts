import { Fault } from '#spec/errors.ts';
import { largestValue } from '#spec/value-limits.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import { fillTemplate } from './template.ts';
import type { Bodies } from './body.ts';

type Arguments = readonly Json[] | Readonly<Record<string, Json>>;

const isPosition = /^\d+$/;

/** An array answers to positions only, so that `{length}` is a name like any other. */
const argumentOf = (values: Arguments, name: string): Json | undefined => {
  if (Array.isArray(values)) return isPosition.test(name) ? values[Number(name)] : undefined;
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, Json>>)[name] : undefined;
};

export const text = {
  format: ({ template, arguments: values = [], variables }, { variable }) => {
    const fill = (name: string): Json => {
      const argument = argumentOf(values, name);
      if (argument !== undefined) return argument;
      const value = variables ? variable(name) : undefined;
      if (value !== undefined) return value;
      throw new Fault('ACTION_FAILED', `Nothing fills the placeholder {${name}}.`, {
        placeholder: name,
        expected: `'${name}' among the arguments${variables ? ' or the global variables' : ''}`,
      });
    };
    const parts = fillTemplate(template, fill);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length <= largestValue) return { text: parts.join('') };
    throw new Fault('ACTION_FAILED', `The text would have ${length} characters.`, {
      expected: `a text of at most ${largestValue} characters`,
    });
  },
} satisfies Bodies<Actions['text']>;
