import { OrthographicCamera, PerspectiveCamera } from 'three';
import type { Vector3 } from '#spec/values.ts';

/**
 * Creates a perspective camera that looks along -Z, with a vertical field of view of 90°, aspect ratio 2, near 1 m and
 * far 100 m.
 */
export const createWideCamera = (position: Partial<Vector3> = {}): PerspectiveCamera => {
  const camera = new PerspectiveCamera(90, 2, 1, 100);
  camera.position.set(position.x ?? 0, position.y ?? 0, position.z ?? 0);
  return camera;
};

/** Creates an orthographic camera that looks along -Z, with a view of 8 m by 4 m, near 1 m and far 100 m. */
export const createFlatCamera = (): OrthographicCamera => new OrthographicCamera(-4, 4, 2, -2, 1, 100);

/** The number of decimal places to which doubles of ordinary size are compared. */
export const precisionDigits = 12;
