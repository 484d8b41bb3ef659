import { Fault } from '#spec/errors.ts';
import { longestText } from '#spec/actions/text.ts';
import { largestValue } from '#spec/value-limits.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import { colorAt } from '../scene/appearance.ts';
import { partOfKind } from '../scene/components/properties.ts';
import { text3d } from '../scene/components/text-3d.ts';
import { fillTemplate } from './text-template.ts';
import type { ActionHandlers } from './action-handler.ts';

type Arguments = readonly Json[] | Readonly<Record<string, Json>>;

const positionPattern = /^\d+$/;

/** An array answers to positions only, so that `{length}` is a name like any other. */
const findArgument = (values: Arguments, name: string): Json | undefined => {
  if (Array.isArray(values)) return positionPattern.test(name) ? values[Number(name)] : undefined;
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, Json>>)[name] : undefined;
};

export const textHandlers = {
  format: ({ template, arguments: values = [], variables }, { getGlobalVariable }) => {
    const fill = (name: string): Json => {
      const argument = findArgument(values, name);
      if (argument !== undefined) return argument;
      const value = variables ? getGlobalVariable(name) : undefined;
      if (value !== undefined) return value;
      throw new Fault('ACTION_FAILED', `Nothing fills the placeholder {${name}}.`, {
        placeholder: name,
        expected: `'${name}' among the arguments${variables ? ' or the global variables' : ''}`,
      });
    };
    let text = '';
    for (const part of fillTemplate(template, fill)) {
      text += part;
      if (text.length > largestValue) {
        throw new Fault('ACTION_FAILED', `The text would have more than ${largestValue} characters.`, {
          expected: `a text of at most ${largestValue} characters`,
        });
      }
    }
    return { text };
  },
  set: ({ object: tag, text: added, append }, { scene }) => {
    const part = partOfKind(scene.get(tag), text3d);
    const { text: previous } = part.values;
    const whole = append ? previous + added : added;
    if (whole.length > longestText) {
      throw new Fault('ACTION_FAILED', `The text would have ${whole.length} characters.`, {
        expected: `a text of at most ${longestText} characters`,
      });
    }
    part.write('text', whole);
    try {
      part.refresh();
    } catch (failure) {
      part.write('text', previous);
      throw failure;
    }
    return { previous };
  },
  setStyle: ({ object: tag, color, ...style }, { scene }) => {
    const object = scene.get(tag);
    const part = partOfKind(object, text3d);
    const { font, size, align } = part.values;
    const previous = { font, size, align, color: colorAt(0).read(object) };
    for (const [name, value] of Object.entries(style)) if (value !== undefined) part.write(name, value);
    if (color) colorAt(0).write(object, color);
    part.refresh();
    return { previous };
  },
} satisfies ActionHandlers<Actions['text']>;
