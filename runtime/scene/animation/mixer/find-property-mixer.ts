/** From a place and the property of a track to what is moved. */
import { Mesh } from 'three';
import { suggestNames } from '#spec/suggest-names.ts';
import { findProperty } from '../../object-property-access.ts';
import { transformComponentName } from '../../object-properties.ts';
import { curveSamplers } from './curve-samplers.ts';
import { NumberMixer } from './number-mixer.ts';
import { numberFormats, createPropertyAccessor, createWeightsAccessor } from './number-accessor.ts';
import { DiscreteMixer } from './discrete-mixer.ts';
import type { Object3D, Quaternion, Vector3 } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Track } from '../clips/clip.ts';
import type { PropertyMixer } from './property-mixer.ts';
import type { NumberAccessor } from './number-accessor.ts';
import type { AnimationTarget } from './animation-targets.ts';
import type { SceneMixer } from './scene-mixer.ts';

/** A way to make the channel of this name, or why there is none. */
type MixerLookup =
  | { readonly name: string; readonly create: (poses: SceneMixer) => PropertyMixer }
  | { readonly reason: string };

const toUnboundReason = (why: string): MixerLookup => ({ reason: why });

const createVectorLookup = (name: string, target: Vector3, isOwn: boolean): MixerLookup => ({
  name,
  create: ({ vectors: table }) =>
    new NumberMixer({ name, target, isExclusive: isOwn, table, getSampler: curveSamplers.numbers }),
});

const createQuaternionLookup = (name: string, node: Object3D, isOwn: boolean): MixerLookup => ({
  name,
  create: ({ quaternions: table }) =>
    new NumberMixer({
      ...{ name, isExclusive: isOwn, table },
      target: isOwn ? disableEulerUpdates(node) : node.quaternion,
      getSampler: (curve, type) =>
        curveSamplers[type === 'Quaternion' ? 'quaternion' : 'eulerDegrees'](curve),
    }),
});

const createAccessorLookup = (name: string, create: () => NumberAccessor): MixerLookup => ({
  name,
  create: ({ accessors: table }) =>
    new NumberMixer({ name, target: create(), isExclusive: false, table, getSampler: curveSamplers.numbers }),
});

type Property = NonNullable<ReturnType<typeof findProperty>>;
type NumberType = keyof typeof numberFormats;

const isNumberType = (type: string): type is NumberType => Object.hasOwn(numberFormats, type);

const checkKeyType = (
  property: string,
  types: readonly string[],
  { type }: Track,
): MixerLookup | undefined =>
  types.includes(type)
    ? undefined
    : toUnboundReason(`'${property}' takes keys of type ${types.join(' or ')}; these are of type ${type}`);

/**
 * The turn of a node of a model. three.js works out Euler angles of each that is set, which takes longer than all else that a
 * pose does with it; nobody asks nodes of models for them.
 */
const disableEulerUpdates = ({ quaternion }: Object3D): Quaternion => quaternion._onChange(() => {});

/** Where a node is, and the weights of its morph targets; undefined for any other property. */
const findNodeMixer = (
  { node, object }: AnimationTarget,
  name: string,
  track: Track,
): MixerLookup | undefined => {
  const { component, property } = track;
  if (component !== transformComponentName) return undefined;
  switch (property) {
    case 'position':
    case 'scale':
      return checkKeyType(property, ['Vector3'], track) ?? createVectorLookup(name, node[property], !object);
    case 'rotation':
      return (
        checkKeyType(property, ['Vector3', 'Quaternion'], track) ??
        createQuaternionLookup(name, node, !object)
      );
    case 'weights':
      return findWeightsMixer(node, name, track);
    default:
      return undefined;
  }
};

const findWeightsMixer = (node: Object3D, name: string, { keys }: Track): MixerLookup => {
  const weights = (node instanceof Mesh && node.morphTargetInfluences) || [];
  const wanted = 'size' in keys ? keys.size : 0;
  if (weights.length === wanted) return createAccessorLookup(name, () => createWeightsAccessor(weights));
  return toUnboundReason(`it has ${weights.length} morph targets; the keys are for ${wanted}`);
};

const createPropertyLookup = (object: SceneObject, property: Property, name: string): MixerLookup => {
  const { type } = property;
  return isNumberType(type)
    ? createAccessorLookup(name, () => createPropertyAccessor(object, property, type))
    : { name, create: ({ discreteMixers }) => new DiscreteMixer(name, { object, property }, discreteMixers) };
};

/** Why there are no states of a track that a property takes; undefined when it takes them all. */
const findInvalidKey = (
  { options, maxLength = Infinity }: Property,
  { keys, property }: Track,
): string | undefined => {
  const states = 'states' in keys ? keys.states.map(String) : [];
  const unknown = options && states.find((state) => !options.includes(state));
  if (unknown !== undefined) {
    const [likely] = suggestNames(unknown, options ?? []);
    return `'${property}' has no option '${unknown}'${likely === undefined ? '' : `; there is '${likely}'`}`;
  }
  return states.some(({ length }) => length > maxLength)
    ? `'${property}' takes at most ${maxLength} characters`
    : undefined;
};

/** What keys a property takes, by its type. */
const keyTypes: Readonly<Partial<Record<string, readonly Track['type'][]>>> = {
  Float: ['Float'],
  Integer: ['Float'],
  Vector3: ['Vector3'],
  Color: ['Color'],
  Boolean: ['Boolean'],
  String: ['String'],
  Dropdown: ['String'],
};

const findComponentMixer = (object: SceneObject, name: string, track: Track): MixerLookup => {
  const { component, property: called } = track;
  const property = findProperty(object, component, called);
  if (!property)
    return toUnboundReason(`'${object.tag}' has no property '${called}' of a component '${component}'`);
  if (property.derived)
    return toUnboundReason(`'${called}' follows from other properties, which can be moved`);
  if (property.readOnly) return toUnboundReason(`'${called}' only tells`);
  const types = keyTypes[property.type];
  if (!types) return toUnboundReason(`'${called}' is of type ${property.type}, which clips do not move`);
  const why = findInvalidKey(property, track);
  return (
    checkKeyType(called, types, track) ??
    (why === undefined ? createPropertyLookup(object, property, name) : toUnboundReason(why))
  );
};

/** What a track moves that leads to a place. */
export const findPropertyMixer = (place: AnimationTarget, track: Track): MixerLookup => {
  const { path, object } = place;
  const { component, property } = track;
  if (object) {
    const name = `${path === '' ? '' : `${path}.`}${component}.${property}`;
    return findNodeMixer(place, name, track) ?? findComponentMixer(object, name, track);
  }
  return (
    findNodeMixer(place, `${path}.${property}`, track) ??
    toUnboundReason(`'${path}' is a node of a model, which has position, rotation, scale and weights`)
  );
};
