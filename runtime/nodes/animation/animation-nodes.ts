import { actions } from '#spec/actions/index.ts';
import { eventTypes } from '#spec/events.ts';
import { defineActionNode, toOptionLabel } from '../dsl/define-action-node.ts';
import { defineCategory, defineEventNode } from '../dsl/define-node.ts';
import { dropdown, float, generic, objectSelector, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';

const eventPrefix = 'animation.playback.';

/** Converts 'direction.changed' to 'DirectionChanged'. */
const toKindLabel = (kind: string): string => kind.split('.').map(toOptionLabel).join('');

const eventTypesByKind = new Map(
  eventTypes
    .filter((type) => type.startsWith(eventPrefix))
    .map((type) => [toKindLabel(type.slice(eventPrefix.length)), type]),
);

const anyKind = 'Any';

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
  OnAnimationEvent: defineEventNode({
    description:
      'Fires in the frame after an animation event: of any object when Object is empty, and of any clip when Clip is empty. Marker and Position describe the marker that was passed, and are empty for other kinds; Data holds all data of the event.',
    inputs: {
      Object: objectSelector(),
      Clip: string(),
      Kind: dropdown(anyKind, ...eventTypesByKind.keys()),
    },
    outputs: { Out: trigger, Marker: string(), Position: float(), Data: generic() },
    when: {
      event: ({ inputs, outputs, emit }, { type, object, clip, data }) => {
        if (!type.startsWith(eventPrefix)) return;
        if (inputs.Kind !== anyKind && eventTypesByKind.get(inputs.Kind) !== type) return;
        if (inputs.Object !== '' && inputs.Object !== object) return;
        if (inputs.Clip !== '' && inputs.Clip !== clip) return;
        const { name = '', position = 0 } = data as { readonly name?: string; readonly position?: number };
        outputs.Marker = name;
        outputs.Position = position;
        outputs.Data = data as Json;
        emit.Out();
      },
    },
  }),
});
