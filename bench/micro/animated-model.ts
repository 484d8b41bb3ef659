import {
  AnimationClip,
  Group,
  Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import type { KeyframeTrack } from 'three';

export interface AnimationOptions {
  /** Number of instances of the model. */
  readonly models: number;
  /** Number of nodes in each instance. Each node is nested in the previous one. */
  readonly nodes: number;
  /** Whether nodes are also moved and scaled, rather than only rotated. */
  readonly animatedNodes: boolean;
  /** Number of clips that play at the same time on each instance. */
  readonly clips: number;
}

/** Duration of each clip in seconds. */
const clipDuration = 2.25;
const keyframeCount = 10;
const formatNodeName = 'node-';

/** Returns arbitrary key values that are the same in every run. */
const createNumbers = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.sin(seed + index * 1.7));

const createTracks = (name: string, index: number, isMoved: boolean): KeyframeTrack[] => {
  const times = Array.from({ length: keyframeCount }, (_, key) => key / 4);
  const rotations = times.flatMap((_, key) => {
    const [x = 0, y = 0, z = 0] = createNumbers(3, index + key);
    return new Quaternion(x, y, z, 1).normalize().toArray();
  });
  return [
    new QuaternionKeyframeTrack(`${name}.quaternion`, times, rotations),
    ...(isMoved
      ? [
          new VectorKeyframeTrack(`${name}.position`, times, createNumbers(keyframeCount * 3, index)),
          new VectorKeyframeTrack(`${name}.scale`, times, createNumbers(keyframeCount * 3, index + 1)),
        ]
      : []),
  ];
};

/** Creates a model with clips that move each of its nodes. The clips are named `clip-0`, `clip-1` and so on. */
export const createAnimatedModel = ({ nodes, animatedNodes, clips }: AnimationOptions) => {
  const scene = new Group();
  let parent: Object3D = scene;
  const names = Array.from({ length: nodes }, (_, index) => `${formatNodeName}${index}`);
  for (const name of names) {
    const node = new Object3D();
    node.name = name;
    parent.add(node);
    parent = node;
  }
  const animations = Array.from({ length: clips }, (_, clip) => {
    const tracks = names.flatMap((name, index) => createTracks(name, clip + index, animatedNodes));
    return new AnimationClip(`clip-${clip}`, clipDuration, tracks);
  });
  return { scene, animations };
};

/** Returns the start time and the weight of a playback, chosen so that no two models are in the same pose. */
export const getPlaybackStart = (
  model: number,
  clip: number,
): { readonly time: number; readonly weight: number } => ({
  time: (model * 0.013 + clip * 0.5) % clipDuration,
  weight: clip === 0 ? 1 : 0.5,
});

/** Returns the local transforms of all nodes in a model, one after another. */
export const readPose = (root: Object3D): number[] => {
  const pose: number[] = [];
  root.traverse((node) => {
    if (!node.name.startsWith(formatNodeName)) return;
    node.updateMatrix();
    pose.push(...node.matrix.elements);
  });
  return pose;
};
