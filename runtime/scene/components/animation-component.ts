import { ApiError } from '#spec/errors.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { ClipList } from '../animation/clips/clip-document.ts';
import { defineComponent } from './component-type.ts';
import { assetProperty, listProperty } from './property-schema.ts';
import type { Json } from '#spec/values.ts';

/**
 * Checks a list of clips.
 * @throws ApiError INVALID_VALUE with the path of the problem
 */
const assertClips = (value: Json): void => {
  const parsed = ClipList.safeParse(value, validationMessages);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const path = ['clips', ...(issue?.path ?? [])].join('.');
  throw new ApiError('INVALID_VALUE', `'clips' is not a valid list of clips: ${path}: ${issue?.message}.`, {
    ...{ name: 'clips', place: path },
  });
};

export const animationComponent = defineComponent({
  name: 'Animation',
  description: 'Clips that its object can play in addition to those of its model',
  schema: {
    asset: assetProperty('Animation asset with clips; empty for none'),
    clips: listProperty(
      'Clips of its own, in the format of animation files; they take precedence over all others',
      assertClips,
    ),
  },
});
