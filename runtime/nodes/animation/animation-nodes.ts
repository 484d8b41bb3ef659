import { actions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory } from '../dsl/define-node.ts';
import { onAnimationEventNode } from './on-animation-event.ts';

const { animation } = actions;

const selectionInputs = { Object: 'object', Clip: 'clip', Group: 'group' } as const;
const singleSelectionInputs = { Object: 'object', Clip: 'clip' } as const;

/** Creates the requirement of nodes whose action would affect every playback if no playback were selected. */
const requireSelection = (...inputs: string[]) => ({
  inputs,
  warning: 'No playback is selected.',
});
const selectionDescription =
  'Selects the playbacks that match all of Object, Clip and Group that are set; with none of them set, nothing happens.';

const endingDescription =
  'A playback ends at the end of its clip, when it is stopped, or when its object is removed';

export const animationNodes = defineCategory('Animation', {
  PlayAnimation: defineActionNode(
    animation.play,
    {
      ...{ Object: 'object', Clip: 'clip', LoopMode: 'loopMode', Speed: 'speed', Weight: 'weight' },
      ...{ Additive: 'additive', Layer: 'layer', Group: 'group' },
    },
    {
      description: `Plays a clip on an object, then fires Out. Without a Layer it uses the lowest free one. Done fires in the frame after the playback has ended or, for ClampForever, holds its last pose. ${endingDescription}; a loop ends only when it is stopped. Failed fires instead of Out when the clip or object does not exist, the layer is in use, or too many clips are playing. When the graph stops, Done no longer fires, but the clip continues to play.`,
      outputs: { PlaybackId: 'playbackId' },
      ends: {
        by: 'playbackId',
        Done: ['animation.playback.completed', 'animation.playback.stopped', 'animation.playback.held'],
      },
      hasFailedOutput: true,
    },
  ),
  PauseAnimation: defineActionNode(animation.pause, selectionInputs, {
    description: `Pauses playbacks, then fires Out. ${selectionDescription}`,
    requireOneOf: requireSelection('Object', 'Clip', 'Group'),
  }),
  ResumeAnimation: defineActionNode(animation.resume, selectionInputs, {
    description: `Resumes paused playbacks, then fires Out. ${selectionDescription}`,
    requireOneOf: requireSelection('Object', 'Clip', 'Group'),
  }),
  StopAnimation: defineActionNode(
    animation.stop,
    { ...selectionInputs, FadeOut: 'fadeOut' },
    {
      description: `Stops playbacks after a fade-out of FadeOut seconds, and fires Out at once. ${selectionDescription}`,
      requireOneOf: requireSelection('Object', 'Clip', 'Group'),
    },
  ),
  SeekAnimation: defineActionNode(
    animation.seek,
    { ...singleSelectionInputs, Time: 'time', Normalized: 'normalized' },
    {
      description:
        'Moves the playbacks on Object, or only those of Clip when it is set, to Time, then fires Out. Time is in seconds or, when Normalized, a fraction of the clip.',
      requireOneOf: requireSelection('Object', 'Clip'),
    },
  ),
  SetAnimationWeight: defineActionNode(
    animation.setWeight,
    { ...selectionInputs, Weight: 'weight' },
    {
      description: `Sets the blend weight of playbacks, 0 to 1, then fires Out. ${selectionDescription}`,
      requireOneOf: requireSelection('Object', 'Clip', 'Group'),
    },
  ),
  SetAnimationSpeed: defineActionNode(
    animation.setSpeed,
    { ...selectionInputs, Speed: 'speed' },
    {
      description: `Sets the speed of playbacks, then fires Out; a negative speed plays backwards. ${selectionDescription}`,
      requireOneOf: requireSelection('Object', 'Clip', 'Group'),
    },
  ),
  TransitionAnimation: defineActionNode(
    animation.transition,
    { Object: 'object', From: 'from', To: 'to', Duration: 'duration', Ease: 'ease' },
    {
      description:
        'Cross-fades from the clip From to a loop of the clip To, and fires Out. When From is empty, it fades out everything that is not additive. Done fires in the frame after the cross-fade is over, or after To has ended early. Failed fires instead of Out when the clip or object does not exist, From is not playing, or no layer is free.',
      ends: { by: 'playbackId', Done: 'transition.ended' },
      hasFailedOutput: true,
    },
  ),
  OnAnimationEvent: onAnimationEventNode,
});
