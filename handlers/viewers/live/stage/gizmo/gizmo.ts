import { effect } from '@preact/signals';
import { type Camera, MathUtils, Object3D } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { moveTo, takePose } from './pose.ts';
import type { Scene } from 'three';
import type { ReadonlySignal } from '@preact/signals';
import type { Wishes } from '../wishes.ts';
import type { Grip } from './grip.ts';

/** Red, green and blue as the rest of the page has them, and what the pointer is at. */
const colors = ['#ff6b6b', '#6fdc8c', '#6aa5ff', '#ffd75e'] as const;

/** The picture in whose height handles are as large as three.js makes them, in pixels of the page; elsewhere they stay about as large. */
const usualHeight = 540;

/** What a step is while Shift is pressed. */
const steps = { translate: 0.5, rotate: MathUtils.degToRad(15), scale: 0.25 };

interface GizmoOptions {
  readonly element: HTMLElement;
  readonly overlay: Scene;
  readonly grip: Grip;
  readonly wishes: Pick<Wishes, 'tool' | 'ownAxes'>;
  readonly selection: ReadonlySignal<string | undefined>;
  /** Told when it looks different. */
  readonly onChange: () => void;
  /** Told when the reader takes hold of the object, and lets go of it. */
  readonly onHold: (isHeld: boolean) => void;
}

/** Handles on the selected object, to move, turn and scale it. */
interface Gizmo {
  /** Where the selected object is: where the reader holds it, or else where the service has it; undefined when that is not known. */
  readonly pose: Object3D | undefined;
  /** Whether the pointer is at a handle. */
  readonly isAtHandle: boolean;
  /** Turns the handles to where they are looked at from; the object that is looked through has none. */
  face(camera: Camera, height: number, through: string | undefined): void;
  /** Takes what the reader is doing to the object back. @returns whether there was anything */
  takeBack(): boolean;
  close(): void;
}

export const createGizmo = (options: GizmoOptions): Gizmo => {
  const { element, overlay, grip, wishes, selection, onChange, onHold } = options;
  const handle = new Object3D();
  const controls = new TransformControls(new Object3D() as Camera, element);
  const root = controls.getHelper();
  controls.setColors(...colors);
  overlay.add(handle, root);
  let isKnown = false;

  const letGo = (): void => {
    if (!controls.dragging) return;
    controls.dragging = false;
    controls.axis = null;
  };
  const takeBack = (): boolean => {
    if (!controls.dragging) return false;
    controls.reset();
    letGo();
    return true;
  };
  const snap = ({ shiftKey }: PointerEvent): void => {
    controls.translationSnap = shiftKey ? steps.translate : null;
    controls.rotationSnap = shiftKey ? steps.rotate : null;
    controls.scaleSnap = shiftKey ? steps.scale : null;
  };

  controls.addEventListener('change', onChange);
  controls.addEventListener('objectChange', () => {
    if (selection.value !== undefined) grip.move(moveTo(selection.value, controls.mode, handle));
  });
  controls.addEventListener('dragging-changed', ({ value }) => {
    if (value) grip.hold();
    else grip.release();
    onHold(value === true);
  });
  element.addEventListener('pointermove', snap, { capture: true });
  element.addEventListener('pointercancel', takeBack);

  const stops = [
    effect(() => {
      if (!grip.isHeld.value) letGo();
    }),
    effect(() => {
      const { value } = grip.placement;
      const wasKnown = isKnown;
      isKnown = value !== undefined;
      if ((value && takePose(handle, value)) || wasKnown !== isKnown) onChange();
    }),
    effect(() => {
      const tool = wishes.tool.value;
      letGo();
      if (tool) controls.setMode(tool);
      controls.setSpace(wishes.ownAxes.value ? 'local' : 'world');
      onChange();
    }),
  ];

  return {
    get pose() {
      return isKnown ? handle : undefined;
    },
    get isAtHandle() {
      return controls.axis !== null;
    },
    face(camera, height, through) {
      controls.camera = camera;
      controls.size = MathUtils.clamp(usualHeight / height, 0.5, 2);
      const isShown = isKnown && wishes.tool.value !== undefined && selection.value !== through;
      if (isShown && controls.object === undefined) controls.attach(handle);
      else if (!isShown && controls.object !== undefined) controls.detach();
    },
    takeBack,
    close() {
      for (const stop of stops) stop();
      controls.dispose();
    },
  };
};
