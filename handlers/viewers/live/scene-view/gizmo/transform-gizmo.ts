import { effect } from '@preact/signals';
import { type Camera, MathUtils, Object3D } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { toTransformUpdate, setHandlePose } from './handle-pose.ts';
import type { Scene } from 'three';
import type { ReadonlySignal } from '@preact/signals';
import type { ViewOptions } from '../view-options.ts';
import type { ObjectDrag } from './object-drag.ts';

/** Red, green and blue as the rest of the page has them, and what the pointer is at. */
const axisColors = ['#ff6b6b', '#6fdc8c', '#6aa5ff', '#ffd75e'] as const;

/** The picture in whose height handles are as large as three.js makes them, in pixels of the page; elsewhere they stay about as large. */
const referenceHeight = 540;

/** What a step is while Shift is pressed. */
const snapSteps = { translate: 0.5, rotate: MathUtils.degToRad(15), scale: 0.25 };

interface TransformGizmoOptions {
  readonly element: HTMLElement;
  readonly overlay: Scene;
  readonly drag: ObjectDrag;
  readonly viewOptions: Pick<ViewOptions, 'tool' | 'isLocalSpace'>;
  readonly selection: ReadonlySignal<string | undefined>;
  /** Told when it looks different. */
  readonly onChange: () => void;
  /** Told when the reader takes hold of the object, and lets go of it. */
  readonly onDragChange: (isHeld: boolean) => void;
}

/** Handles on the selected object, to move, turn and scale it. */
interface TransformGizmo {
  /** Where the selected object is: where the reader holds it, or else where the service has it; undefined when that is not known. */
  readonly pose: Object3D | undefined;
  /** Whether the pointer is at a handle. */
  readonly isOverHandle: boolean;
  /** Turns the handles to where they are looked at from; the object that is looked through has none. */
  updateForCamera(camera: Camera, height: number, through: string | undefined): void;
  /** Takes what the reader is doing to the object back. @returns whether there was anything */
  cancelDrag(): boolean;
  close(): void;
}

export const createTransformGizmo = (options: TransformGizmoOptions): TransformGizmo => {
  const { element, overlay, drag, viewOptions, selection, onChange, onDragChange } = options;
  const handle = new Object3D();
  const controls = new TransformControls(new Object3D() as Camera, element);
  const root = controls.getHelper();
  controls.setColors(...axisColors);
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
    controls.translationSnap = shiftKey ? snapSteps.translate : null;
    controls.rotationSnap = shiftKey ? snapSteps.rotate : null;
    controls.scaleSnap = shiftKey ? snapSteps.scale : null;
  };

  controls.addEventListener('change', onChange);
  controls.addEventListener('objectChange', () => {
    if (selection.value !== undefined) drag.move(toTransformUpdate(selection.value, controls.mode, handle));
  });
  controls.addEventListener('dragging-changed', ({ value }) => {
    if (value) drag.start();
    else drag.end();
    onDragChange(value === true);
  });
  element.addEventListener('pointermove', snap, { capture: true });
  element.addEventListener('pointercancel', takeBack);

  const stops = [
    effect(() => {
      if (!drag.isDragging.value) letGo();
    }),
    effect(() => {
      const { value } = drag.placement;
      const wasKnown = isKnown;
      isKnown = value !== undefined;
      if ((value && setHandlePose(handle, value)) || wasKnown !== isKnown) onChange();
    }),
    effect(() => {
      const tool = viewOptions.tool.value;
      letGo();
      if (tool) controls.setMode(tool);
      controls.setSpace(viewOptions.isLocalSpace.value ? 'local' : 'world');
      onChange();
    }),
  ];

  return {
    get pose() {
      return isKnown ? handle : undefined;
    },
    get isOverHandle() {
      return controls.axis !== null;
    },
    updateForCamera(camera, height, through) {
      controls.camera = camera;
      controls.size = MathUtils.clamp(referenceHeight / height, 0.5, 2);
      const isShown = isKnown && viewOptions.tool.value !== undefined && selection.value !== through;
      if (isShown && controls.object === undefined) controls.attach(handle);
      else if (!isShown && controls.object !== undefined) controls.detach();
    },
    cancelDrag: takeBack,
    close() {
      for (const stop of stops) stop();
      controls.dispose();
    },
  };
};
