import { ApiError } from '#spec/errors.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { ClipList } from '../animation/clips/clip-document.ts';
import { defineComponent } from './component-type.ts';
import { assetProperty, listProperty } from './property-schema.ts';
import type { Json } from '#spec/values.ts';

/** @throws Fault INVALID_VALUE with the place of what is wrong */
const assertClips = (value: Json): void => {
  const parsed = ClipList.safeParse(value, validationMessages);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const place = ['clips', ...(issue?.path ?? [])].join('.');
  throw new ApiError('INVALID_VALUE', `'clips' does not hold clips: ${place}: ${issue?.message}.`, {
    ...{ name: 'clips', place },
  });
};

export const animationComponent = defineComponent({
  name: 'Animation',
  description: 'Clips that its object can play beside those of its model',
  schema: {
    asset: assetProperty('Animation whose clips it gives; empty for none'),
    clips: listProperty(
      'Clips of its own, in the form of animation files; they come before all others',
      assertClips,
    ),
  },
});
