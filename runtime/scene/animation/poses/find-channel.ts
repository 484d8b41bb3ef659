/** From a place and the property of a track to what is moved. */
import { Mesh } from 'three';
import { nearest } from '#spec/nearest.ts';
import { findProperty } from '../../property-access.ts';
import { transformName } from '../../properties.ts';
import { readers } from './curve-reader.ts';
import { NumberChannel } from './number-channel.ts';
import { forms, propertyOutlet, weightsOutlet } from './outlet.ts';
import { StateChannel } from './state-channel.ts';
import type { Object3D, Quaternion, Vector3 } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Track } from '../clips/clip.ts';
import type { Channel } from './channel.ts';
import type { Outlet } from './outlet.ts';
import type { Place } from './places.ts';
import type { Poses } from './poses.ts';

/** A way to make the channel of this name, or why there is none. */
type Found =
  | { readonly name: string; readonly create: (poses: Poses) => Channel }
  | { readonly reason: string };

const reason = (why: string): Found => ({ reason: why });

const ofVector = (name: string, target: Vector3, isOwn: boolean): Found => ({
  name,
  create: ({ vectors: table }) =>
    new NumberChannel({ name, target, isOwn, table, readerOf: readers.numbers }),
});

const ofTurn = (name: string, node: Object3D, isOwn: boolean): Found => ({
  name,
  create: ({ turns: table }) =>
    new NumberChannel({
      ...{ name, isOwn, table },
      target: isOwn ? withoutAngles(node) : node.quaternion,
      readerOf: (curve, type) => readers[type === 'Quaternion' ? 'turn' : 'degrees'](curve),
    }),
});

const ofOutlet = (name: string, create: () => Outlet): Found => ({
  name,
  create: ({ outlets: table }) =>
    new NumberChannel({ name, target: create(), isOwn: false, table, readerOf: readers.numbers }),
});

type Property = NonNullable<ReturnType<typeof findProperty>>;
type NumberType = keyof typeof forms;

const isNumber = (type: string): type is NumberType => Object.hasOwn(forms, type);

const ofTypes = (property: string, types: readonly string[], { type }: Track): Found | undefined =>
  types.includes(type)
    ? undefined
    : reason(`'${property}' takes keys of type ${types.join(' or ')}; these are of type ${type}`);

/**
 * The turn of a node of a model. three.js works out Euler angles of each that is set, which takes longer than all else that a
 * pose does with it; nobody asks nodes of models for them.
 */
const withoutAngles = ({ quaternion }: Object3D): Quaternion => quaternion._onChange(() => {});

/** Where a node is, and the weights of its morph targets; undefined for any other property. */
const ofNode = ({ node, object }: Place, name: string, track: Track): Found | undefined => {
  const { component, property } = track;
  if (component !== transformName) return undefined;
  switch (property) {
    case 'position':
    case 'scale':
      return ofTypes(property, ['Vector3'], track) ?? ofVector(name, node[property], !object);
    case 'rotation':
      return ofTypes(property, ['Vector3', 'Quaternion'], track) ?? ofTurn(name, node, !object);
    case 'weights':
      return ofWeights(node, name, track);
    default:
      return undefined;
  }
};

const ofWeights = (node: Object3D, name: string, { keys }: Track): Found => {
  const weights = (node instanceof Mesh && node.morphTargetInfluences) || [];
  const wanted = 'size' in keys ? keys.size : 0;
  if (weights.length === wanted) return ofOutlet(name, () => weightsOutlet(weights));
  return reason(`it has ${weights.length} morph targets; the keys are for ${wanted}`);
};

const ofProperty = (object: SceneObject, property: Property, name: string): Found => {
  const { type } = property;
  return isNumber(type)
    ? ofOutlet(name, () => propertyOutlet(object, property, type))
    : { name, create: ({ states }) => new StateChannel(name, { object, property }, states) };
};

/** Why there are no states of a track that a property takes; undefined when it takes them all. */
const refused = (
  { options, longest = Infinity }: Property,
  { keys, property }: Track,
): string | undefined => {
  const states = 'states' in keys ? keys.states.map(String) : [];
  const unknown = options && states.find((state) => !options.includes(state));
  if (unknown !== undefined) {
    const [likely] = nearest(unknown, options ?? []);
    return `'${property}' has no option '${unknown}'${likely === undefined ? '' : `; there is '${likely}'`}`;
  }
  return states.some(({ length }) => length > longest)
    ? `'${property}' takes at most ${longest} characters`
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

const ofComponent = (object: SceneObject, name: string, track: Track): Found => {
  const { component, property: called } = track;
  const property = findProperty(object, component, called);
  if (!property) return reason(`'${object.tag}' has no property '${called}' of a component '${component}'`);
  if (property.derived) return reason(`'${called}' follows from other properties, which can be moved`);
  if (property.readOnly) return reason(`'${called}' only tells`);
  const types = keyTypes[property.type];
  if (!types) return reason(`'${called}' is of type ${property.type}, which clips do not move`);
  const why = refused(property, track);
  return (
    ofTypes(called, types, track) ?? (why === undefined ? ofProperty(object, property, name) : reason(why))
  );
};

/** What a track moves that leads to a place. */
export const findChannel = (place: Place, track: Track): Found => {
  const { path, object } = place;
  const { component, property } = track;
  if (object) {
    const name = `${path === '' ? '' : `${path}.`}${component}.${property}`;
    return ofNode(place, name, track) ?? ofComponent(object, name, track);
  }
  return (
    ofNode(place, `${path}.${property}`, track) ??
    reason(`'${path}' is a node of a model, which has position, rotation, scale and weights`)
  );
};
