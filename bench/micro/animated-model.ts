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
  /** Instances of the model. */
  readonly models: number;
  /** Nodes of each, one below the other. */
  readonly nodes: number;
  /** Whether each node is moved and scaled too, and not turned only. */
  readonly animatedNodes: boolean;
  /** Clips that play on each at the same time. */
  readonly clips: number;
}

/** Seconds of a clip. */
const clipDuration = 2.25;
const keyframeCount = 10;
const formatNodeName = 'node-';

/** Keys like any others, and the same in every run. */
const createNumbers = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.sin(seed + index * 1.7));

const createTracks = (name: string, index: number, moved: boolean): KeyframeTrack[] => {
  const times = Array.from({ length: keyframeCount }, (_, key) => key / 4);
  const turns = times.flatMap((_, key) => {
    const [x = 0, y = 0, z = 0] = createNumbers(3, index + key);
    return new Quaternion(x, y, z, 1).normalize().toArray();
  });
  return [
    new QuaternionKeyframeTrack(`${name}.quaternion`, times, turns),
    ...(moved
      ? [
          new VectorKeyframeTrack(`${name}.position`, times, createNumbers(keyframeCount * 3, index)),
          new VectorKeyframeTrack(`${name}.scale`, times, createNumbers(keyframeCount * 3, index + 1)),
        ]
      : []),
  ];
};

/** A model whose clips move each of its nodes; they are called `clip-0` and so on. */
export const createAnimatedModel = ({ nodes, animatedNodes, clips }: AnimationOptions) => {
  const scene = new Group();
  let above: Object3D = scene;
  const names = Array.from({ length: nodes }, (_, index) => `${formatNodeName}${index}`);
  for (const name of names) {
    const node = new Object3D();
    node.name = name;
    above.add(node);
    above = node;
  }
  const animations = Array.from({ length: clips }, (_, clip) => {
    const tracks = names.flatMap((name, index) => createTracks(name, clip + index, animatedNodes));
    return new AnimationClip(`clip-${clip}`, clipDuration, tracks);
  });
  return { scene, animations };
};

/** Where in its clip a playback begins, and how much it weighs, so that no two models look the same. */
export const getPlaybackStart = (
  model: number,
  clip: number,
): { readonly time: number; readonly weight: number } => ({
  time: (model * 0.013 + clip * 0.5) % clipDuration,
  weight: clip === 0 ? 1 : 0.5,
});

/** What all nodes of such models are like, one after the other: how they lie to what is above them. */
export const readPose = (root: Object3D): number[] => {
  const pose: number[] = [];
  root.traverse((node) => {
    if (!node.name.startsWith(formatNodeName)) return;
    node.updateMatrix();
    pose.push(...node.matrix.elements);
  });
  return pose;
};
