import { ApiError } from '#spec/errors.ts';
import { maxTextLength } from '#spec/actions/text.ts';
import { maxValueSize } from '#spec/value-limits.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import { createColorProperty } from '../scene/main-colors.ts';
import { getComponentOfType } from '../scene/components/component-properties.ts';
import { text3dComponent } from '../scene/components/text-3d-component.ts';
import { fillTemplate } from './text-template.ts';
import type { ActionHandlers } from './action-handler.ts';

type Arguments = readonly Json[] | Readonly<Record<string, Json>>;

const positionPattern = /^\d+$/;

/** Array elements can only be found by position, so `{length}` is treated like any other name. */
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
      throw new ApiError('ACTION_FAILED', `The placeholder {${name}} has no value.`, {
        placeholder: name,
        expected: `'${name}' among the arguments${variables ? ' or the global variables' : ''}`,
      });
    };
    let text = '';
    for (const part of fillTemplate(template, fill)) {
      text += part;
      if (text.length > maxValueSize) {
        throw new ApiError('ACTION_FAILED', `The text would have more than ${maxValueSize} characters.`, {
          expected: `a text of at most ${maxValueSize} characters`,
        });
      }
    }
    return { text };
  },
  set: ({ object: tag, text: added, append }, { scene }) => {
    const part = getComponentOfType(scene.get(tag), text3dComponent);
    const { text: previous } = part.values;
    const combined = append ? previous + added : added;
    if (combined.length > maxTextLength) {
      throw new ApiError('ACTION_FAILED', `The text would have ${combined.length} characters.`, {
        expected: `a text of at most ${maxTextLength} characters`,
      });
    }
    part.write('text', combined);
    try {
      part.rebuild();
    } catch (failure) {
      part.write('text', previous);
      throw failure;
    }
    return { previous };
  },
  setStyle: ({ object: tag, color, ...style }, { scene }) => {
    const object = scene.get(tag);
    const part = getComponentOfType(object, text3dComponent);
    const { font, size, align } = part.values;
    const previous = { font, size, align, color: createColorProperty(0).read(object) };
    for (const [name, value] of Object.entries(style)) if (value !== undefined) part.write(name, value);
    if (color) createColorProperty(0).write(object, color);
    part.rebuild();
    return { previous };
  },
} satisfies ActionHandlers<Actions['text']>;
