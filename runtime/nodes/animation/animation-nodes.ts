import { actions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory } from '../dsl/define-node.ts';
import { onAnimationEventNode } from './on-animation-event.ts';

const { animation } = actions;

const selectionInputs = { Object: 'object', Clip: 'clip', Group: 'group' } as const;
const singleSelectionInputs = { Object: 'object', Clip: 'clip' } as const;

/** For nodes that would be about all playbacks if nothing was chosen. */
const requireSelection = (...inputs: string[]) => ({
  inputs,
  otherwise: 'Nothing is chosen that could play.',
});
const selectionDescription =
  'What plays on Object, of Clip and of Group is meant, of those that are chosen; with none of them, nothing.';

const endingDescription = 'It ends whichever way: at the end of the clip, stopped, or with its object';

export const animationNodes = defineCategory('Animation', {
  PlayAnimation: defineActionNode(
    animation.play,
    {
      ...{ Object: 'object', Clip: 'clip', LoopMode: 'loopMode', Speed: 'speed', Weight: 'weight' },
      ...{ Additive: 'additive', Layer: 'layer', Group: 'group' },
    },
    {
      description: `Plays a clip on an object, and fires Out; on the lowest free layer where Layer is not written or wired. Done fires in the frame after it has ended, or, for ClampForever, has come to hold its last pose. ${endingDescription}; a loop ends only when it is stopped. Failed fires in place of Out when there is no such clip or object, the layer is held, or too much plays. Done is forgotten when the graph stops, and the clip plays on.`,
      outputs: { PlaybackId: 'playbackId' },
      ends: {
        by: 'playbackId',
        Done: ['animation.playback.completed', 'animation.playback.stopped', 'animation.playback.held'],
      },
      hasFailedOutput: true,
    },
  ),
  PauseAnimation: defineActionNode(animation.pause, selectionInputs, {
    description: `Lets clips stand still that play, and fires Out. ${selectionDescription}`,
    requireOneOf: requireSelection('Object', 'Clip', 'Group'),
  }),
  ResumeAnimation: defineActionNode(animation.resume, selectionInputs, {
    description: `Lets clips go on that were paused, and fires Out. ${selectionDescription}`,
    requireOneOf: requireSelection('Object', 'Clip', 'Group'),
  }),
  StopAnimation: defineActionNode(
    animation.stop,
    { ...selectionInputs, FadeOut: 'fadeOut' },
    {
      description: `Ends clips that play, when they have faded out in FadeOut seconds, and fires Out. ${selectionDescription}`,
      requireOneOf: requireSelection('Object', 'Clip', 'Group'),
    },
  ),
  SeekAnimation: defineActionNode(
    animation.seek,
    { ...singleSelectionInputs, Time: 'time', Normalized: 'normalized' },
    {
      description:
        'Takes what plays on Object, of Clip where one is chosen, to Time, in seconds or, when Normalized, as a share of the clip, and fires Out.',
      requireOneOf: requireSelection('Object', 'Clip'),
    },
  ),
  SetAnimationWeight: defineActionNode(
    animation.setWeight,
    { ...selectionInputs, Weight: 'weight' },
    {
      description: `Sets the share of clips in the blend, 0 to 1, and fires Out. ${selectionDescription}`,
      requireOneOf: requireSelection('Object', 'Clip', 'Group'),
    },
  ),
  SetAnimationSpeed: defineActionNode(
    animation.setSpeed,
    { ...selectionInputs, Speed: 'speed' },
    {
      description: `Sets the speed of clips, backwards below 0, and fires Out. ${selectionDescription}`,
      requireOneOf: requireSelection('Object', 'Clip', 'Group'),
    },
  ),
  TransitionAnimation: defineActionNode(
    animation.transition,
    { Object: 'object', From: 'from', To: 'to', Duration: 'duration', Ease: 'ease' },
    {
      description:
        'Cross-fades from the clip From, or from all that is not additive where it is empty, to a loop of the clip To, and fires Out. Done fires in the frame after the cross-fade is over, or To has ended before. Failed fires in place of Out when there is no such clip or object, From does not play, or no layer is free.',
      ends: { by: 'playbackId', Done: 'transition.ended' },
      hasFailedOutput: true,
    },
  ),
  OnAnimationEvent: onAnimationEventNode,
});
