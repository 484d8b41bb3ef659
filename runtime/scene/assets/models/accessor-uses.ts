/** What the accessors of a document are used for. */
import { entriesIn, entryAt, entryIn } from './entries.ts';
import {
  normalizeRotations,
  normalizeSplineRotations,
  roundBindMatrices,
  separateTimes,
} from './repair-values.ts';
import type { Entry } from './entries.ts';
import type { RepairNumbers } from './repair-values.ts';

/** What refers to an accessor. */
interface Reference {
  readonly owner: Entry;
  readonly key: string;
  readonly use: Use;
}

/** What an accessor is used for. */
export interface Use {
  /** Vertex attributes begin at multiples of 4 bytes. */
  readonly isAttribute?: boolean;
  readonly needsBounds?: boolean;
  readonly repair?: { readonly what: string; readonly change: RepairNumbers };
}

const attribute: Use = { isAttribute: true };
const positions: Use = { isAttribute: true, needsBounds: true };
export const jointAttribute: Use = { isAttribute: true };
const plain: Use = {};
const times: Use = {
  needsBounds: true,
  repair: { what: 'Separated keyframes at the same time', change: separateTimes },
};
const turned = 'Normalized the rotations of keyframes';
const rotations: Use = { repair: { what: turned, change: normalizeRotations } };
const splineRotations: Use = { repair: { what: turned, change: normalizeSplineRotations } };
const bindMatrices: Use = {
  repair: { what: 'Rounded the last row of the matrices that bind joints', change: roundBindMatrices },
};

const attributeUse = (name: string): Use => {
  if (name === 'POSITION') return positions;
  return name.startsWith('JOINTS_') ? jointAttribute : attribute;
};

/** Everything in a document that refers to an accessor, and is read. */
export const referencesIn = function* (document: Entry): Generator<Reference> {
  for (const mesh of entriesIn(document, 'meshes')) {
    for (const primitive of entriesIn(mesh, 'primitives')) {
      if (primitive.indices !== undefined) yield { owner: primitive, key: 'indices', use: plain };
      const owners = [entryIn(primitive, 'attributes') ?? {}, ...entriesIn(primitive, 'targets')];
      for (const owner of owners) {
        for (const key of Object.keys(owner)) {
          yield { owner, key, use: attributeUse(key) };
        }
      }
    }
  }
  for (const skin of entriesIn(document, 'skins')) {
    if (skin.inverseBindMatrices !== undefined) {
      yield { owner: skin, key: 'inverseBindMatrices', use: bindMatrices };
    }
  }
  for (const clip of entriesIn(document, 'animations')) {
    const samplers = entriesIn(clip, 'samplers');
    const turning = new Set(
      entriesIn(clip, 'channels')
        .filter((channel) => entryIn(channel, 'target')?.path === 'rotation')
        .map((channel) => entryAt(samplers, channel.sampler, 'sampler')),
    );
    for (const owner of samplers) {
      const turns = owner.interpolation === 'CUBICSPLINE' ? splineRotations : rotations;
      yield { owner, key: 'input', use: times };
      yield { owner, key: 'output', use: turning.has(owner) ? turns : plain };
    }
  }
};
