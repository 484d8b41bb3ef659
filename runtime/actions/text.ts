import { maxTextLength } from '#spec/actions/text.ts';
import { ApiError } from '#spec/errors.ts';
import { getComponentOfType } from '../scene/components/component-properties.ts';
import { text3dComponent } from '../scene/components/text-3d-component.ts';
import { createColorProperty } from '../scene/main-colors.ts';
import { formatTextHandlers } from './format-text.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const textHandlers = {
  ...formatTextHandlers,
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
