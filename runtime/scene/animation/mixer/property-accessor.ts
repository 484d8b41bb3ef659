import { ApiError } from '#spec/errors.ts';
import {
  type NumberAccessor,
  numberFormats,
  type NumberType,
} from '../../../kernels/animation/number-accessor.ts';
import type { Property } from '../../property.ts';
import type { SceneObject } from '../../scene-object.ts';

/**
 * Ignores the error that occurs when a clip moves a target that has just been removed. Until the removal is noticed,
 * nothing is read or written.
 */
export const ignoreRemoved = <T>(access: () => T): T | undefined => {
  try {
    return access();
  } catch (failure) {
    if (failure instanceof ApiError) return undefined;
    throw failure;
  }
};

export const createPropertyAccessor = (
  object: SceneObject,
  property: Property<SceneObject>,
  type: NumberType,
): NumberAccessor => {
  const { size, pack, unpack } = numberFormats[type];
  return {
    size,
    read(out) {
      const value = ignoreRemoved(() => property.read(object));
      if (value !== undefined) pack(value, out);
    },
    write: (values, at) => ignoreRemoved(() => property.write(object, unpack(values, at))),
  };
};
