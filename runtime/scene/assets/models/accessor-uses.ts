/** Determines how each accessor of a document is used. */
import { getObjects, getObjectAt, findObject } from './json-entries.ts';
import {
  normalizeRotations,
  normalizeSplineRotations,
  roundBindMatrices,
  separateTimes,
} from './repair-values.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairNumbers } from './repair-values.ts';

/** A property that refers to an accessor. */
interface AccessorReference {
  readonly owner: JsonObject;
  readonly key: string;
  readonly use: AccessorUse;
}

export interface AccessorUse {
  /** Whether the accessor is a vertex attribute, which must be aligned to 4 bytes. */
  readonly isAttribute?: boolean;
  readonly needsBounds?: boolean;
  readonly repair?: { readonly description: string; readonly change: RepairNumbers };
}

const attributeUse: AccessorUse = { isAttribute: true };
const positionUse: AccessorUse = { isAttribute: true, needsBounds: true };
export const jointUse: AccessorUse = { isAttribute: true };
const plainUse: AccessorUse = {};
const timeUse: AccessorUse = {
  needsBounds: true,
  repair: { description: 'Separated keyframes with the same time', change: separateTimes },
};
const rotationRepair = 'Normalized rotation keyframes';
const rotationUse: AccessorUse = { repair: { description: rotationRepair, change: normalizeRotations } };
const splineRotationUse: AccessorUse = {
  repair: { description: rotationRepair, change: normalizeSplineRotations },
};
const bindMatrixUse: AccessorUse = {
  repair: { description: 'Rounded the last row of inverse bind matrices', change: roundBindMatrices },
};

const getAttributeUse = (name: string): AccessorUse => {
  if (name === 'POSITION') return positionUse;
  return name.startsWith('JOINTS_') ? jointUse : attributeUse;
};

/** Yields every accessor reference that a loader follows. */
export const listAccessorReferences = function* (document: JsonObject): Generator<AccessorReference> {
  for (const mesh of getObjects(document, 'meshes')) {
    for (const primitive of getObjects(mesh, 'primitives')) {
      if (primitive.indices !== undefined) yield { owner: primitive, key: 'indices', use: plainUse };
      const owners = [findObject(primitive, 'attributes') ?? {}, ...getObjects(primitive, 'targets')];
      for (const owner of owners) {
        for (const key of Object.keys(owner)) {
          yield { owner, key, use: getAttributeUse(key) };
        }
      }
    }
  }
  for (const skin of getObjects(document, 'skins')) {
    if (skin.inverseBindMatrices !== undefined) {
      yield { owner: skin, key: 'inverseBindMatrices', use: bindMatrixUse };
    }
  }
  for (const clip of getObjects(document, 'animations')) {
    const samplers = getObjects(clip, 'samplers');
    const rotationSamplers = new Set(
      getObjects(clip, 'channels')
        .filter((channel) => findObject(channel, 'target')?.path === 'rotation')
        .map((channel) => getObjectAt(samplers, channel.sampler, 'sampler')),
    );
    for (const owner of samplers) {
      const use = owner.interpolation === 'CUBICSPLINE' ? splineRotationUse : rotationUse;
      yield { owner, key: 'input', use: timeUse };
      yield { owner, key: 'output', use: rotationSamplers.has(owner) ? use : plainUse };
    }
  }
};
