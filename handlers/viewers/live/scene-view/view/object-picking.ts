import { Raycaster, Vector2 } from 'three';
import type { Camera, Object3D } from 'three';

/** The distance that the pointer may move during a click, in pixels. */
const maxClickMovePx = 4;

interface PickingOptions {
  readonly element: HTMLElement;
  readonly camera: () => Camera;
  /** Returns the clickable objects, grouped by layer, with the front layer first. */
  readonly layers: () => readonly (readonly Object3D[])[];
  /** Whether the pointer is being used for something else, such as a handle. */
  readonly isBusy: () => boolean;
  /** Called with the clicked object's tag, or `undefined` if the background was clicked. */
  readonly onPick: (object: string | undefined) => void;
}

/** Reports clicks on objects in the scene, or on the background. */
export const listenForPicks = ({ element, camera, layers, isBusy, onPick }: PickingOptions): void => {
  let pressed: { readonly x: number; readonly y: number } | undefined;
  element.addEventListener('pointerdown', ({ clientX, clientY, button }) => {
    pressed = button === 0 && !isBusy() ? { x: clientX, y: clientY } : undefined;
  });
  element.addEventListener('pointerup', ({ clientX, clientY }) => {
    const isClick = pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) <= maxClickMovePx;
    pressed = undefined;
    if (isClick) onPick(objectAt(clientX, clientY));
  });

  const objectAt = (clientX: number, clientY: number): string | undefined => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const pointer = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.params.Points.threshold = 0.05;
    ray.params.Line.threshold = 0.05;
    ray.setFromCamera(pointer, camera());
    for (const nodes of layers()) {
      const [hit] = ray.intersectObjects([...nodes], false);
      if (hit) return hit.object.userData.object || undefined;
    }
    return undefined;
  };
};
