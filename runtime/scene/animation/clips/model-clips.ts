/** The clips of a model, as its loader has read them, with each track led to its node: instances keep neither ids nor unique names. */
import { InterpolateDiscrete, Mesh, PropertyBinding } from 'three';
import { namesAmong } from './node-names.ts';
import type { AnimationClip, KeyframeTrack, Object3D } from 'three';
import type { Clip, Curve, Interpolation, Track } from './clip.ts';

/** By what three.js calls it, what a track moves, and how many numbers a value has; weights have one for each target. */
const properties = {
  position: { property: 'position', type: 'Vector3', size: 3 },
  quaternion: { property: 'rotation', type: 'Quaternion', size: 4 },
  scale: { property: 'scale', type: 'Vector3', size: 3 },
  morphTargetInfluences: { property: 'weights', type: 'Weights', size: undefined },
} as const;

const isMoved = (name: string): name is keyof typeof properties => Object.hasOwn(properties, name);

/** Child indexes that lead to a node. */
const wayTo = (root: Object3D, node: Object3D): number[] => {
  const way: number[] = [];
  for (let at = node; at !== root && at.parent; at = at.parent) way.unshift(at.parent.children.indexOf(at));
  return way;
};

/** The node at the end of a way of child indexes. */
export const nodeAt = (root: Object3D, way: readonly number[]): Object3D | undefined => {
  let node: Object3D | undefined = root;
  for (const index of way) node = node?.children[index];
  return node;
};

const namesAlong = (root: Object3D, way: readonly number[]): string => {
  const names: string[] = [];
  let node = root;
  for (const index of way) {
    names.push(namesAmong(node.children)[index] ?? '');
    node = node.children[index] ?? node;
  }
  return names.join('/');
};

/** three.js has no cubic splines of its own; what the loader makes of them shows by the tangents that keys have beside their value. */
const interpolationOf = (track: KeyframeTrack, size: number): Interpolation => {
  if (track.values.length === track.times.length * size * 3) return 'CUBICSPLINE';
  return track.getInterpolation() === InterpolateDiscrete ? 'STEP' : 'LINEAR';
};

/** @param size of a value; without it as much as the keys have */
const curveOf = (track: KeyframeTrack, size = track.values.length / track.times.length): Curve => ({
  interpolation: interpolationOf(track, size),
  ...{ times: track.times, numbers: track.values, size },
});

/** How many weights a mesh has; undefined for all other nodes. */
const weightCount = (node: Object3D | null): number | undefined =>
  node instanceof Mesh ? node.morphTargetInfluences?.length : undefined;

const trackOf = (scene: Object3D, track: KeyframeTrack): Track | undefined => {
  const { nodeName, propertyName } = PropertyBinding.parseTrackName(track.name);
  if (!isMoved(propertyName)) return undefined;
  const { property, type, size } = properties[propertyName];
  const found = PropertyBinding.findNode(scene, nodeName) as Object3D | null;
  const node = found ? wayTo(scene, found) : undefined;
  const target = node ? namesAlong(scene, node) : nodeName;
  const keys = curveOf(track, size ?? weightCount(found));
  return { ...{ target, component: 'Transform', property, type, keys, node }, isOfModel: true };
};

/** @param scene of the model, as it was loaded */
export const clipsOfModel = (scene: Object3D, animations: readonly AnimationClip[]): Clip[] =>
  animations.map(({ name, duration, tracks }) => ({
    ...{ name, duration, markers: [] },
    tracks: tracks.flatMap((track) => trackOf(scene, track) ?? []),
  }));
