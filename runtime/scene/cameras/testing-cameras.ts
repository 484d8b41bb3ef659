import { OrthographicCamera, PerspectiveCamera } from 'three';
import type { Vector3 } from '#spec/values.ts';

/** A perspective camera of 90° with aspect 2, near 1 m and far 100 m, that looks along -Z. */
export const createWideCamera = (position: Partial<Vector3> = {}): PerspectiveCamera => {
  const camera = new PerspectiveCamera(90, 2, 1, 100);
  camera.position.set(position.x ?? 0, position.y ?? 0, position.z ?? 0);
  return camera;
};

/** An orthographic camera of 8 m by 4 m, near 1 m and far 100 m, that looks along -Z. */
export const createFlatCamera = (): OrthographicCamera => new OrthographicCamera(-4, 4, 2, -2, 1, 100);

/** Precision of doubles of everyday size. */
export const precisionDigits = 12;
