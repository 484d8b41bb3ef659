import { Fault } from '#spec/errors.ts';
import { worded } from '#spec/wording.ts';
import { ClipList } from '../animation/clips/clip-document.ts';
import { kind } from './kind.ts';
import { asset, list } from './slots.ts';
import type { Json } from '#spec/values.ts';

/** @throws Fault INVALID_VALUE with the place of what is wrong */
const expectClips = (value: Json): void => {
  const parsed = ClipList.safeParse(value, worded);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const place = ['clips', ...(issue?.path ?? [])].join('.');
  throw new Fault('INVALID_VALUE', `'clips' does not hold clips: ${place}: ${issue?.message}.`, {
    ...{ name: 'clips', place },
  });
};

export const animation = kind({
  name: 'Animation',
  description: 'Clips that its object can play beside those of its model',
  slots: {
    asset: asset('Animation whose clips it gives; empty for none'),
    clips: list('Clips of its own, in the form of animation files; they come before all others', expectClips),
  },
});
