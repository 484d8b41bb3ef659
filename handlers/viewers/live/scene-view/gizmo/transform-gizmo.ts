import { effect } from '@preact/signals';
import { type Camera, MathUtils, Object3D } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { toTransformUpdate, setHandlePose } from './handle-pose.ts';
import type { Scene } from 'three';
import type { ReadonlySignal } from '@preact/signals';
import type { ViewOptions } from '../view-options.ts';
import type { ObjectDrag } from './object-drag.ts';

/** Red, green and blue of the page, and the color of a hovered axis. */
const axisColors = ['#ff6b6b', '#6fdc8c', '#6aa5ff', '#ffd75e'] as const;

/**
 * At this height of the view, in CSS pixels, handles have the default size of three.js. At other heights they keep
 * about the same size.
 */
const referenceHeight = 540;

/** Step sizes while Shift is pressed. */
const snapSteps = { translate: 0.5, rotate: MathUtils.degToRad(15), scale: 0.25 };

interface TransformGizmoOptions {
  readonly element: HTMLElement;
  readonly overlay: Scene;
  readonly drag: ObjectDrag;
  readonly viewOptions: Pick<ViewOptions, 'tool' | 'isLocalSpace'>;
  readonly selection: ReadonlySignal<string | undefined>;
  /** Called when it has to be rendered again. */
  readonly onChange: () => void;
  /** Called when a drag starts and ends. */
  readonly onDragChange: (isDragging: boolean) => void;
}

/** Handles that move, rotate and scale the selected object. */
interface TransformGizmo {
  /** Pose of the selected object: as dragged, or else as on the service; undefined if unknown. */
  readonly pose: Object3D | undefined;
  /** Whether the pointer is over a handle. */
  readonly isOverHandle: boolean;
  /** Adjusts the handles to the camera. The object that provides the camera has no handles. */
  updateForCamera(camera: Camera, height: number, activeCamera: string | undefined): void;
  /** Cancels the current drag. @returns whether there was one */
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
  let hasPlacement = false;

  const release = (): void => {
    if (!controls.dragging) return;
    controls.dragging = false;
    controls.axis = null;
  };
  const cancelDrag = (): boolean => {
    if (!controls.dragging) return false;
    controls.reset();
    release();
    return true;
  };
  const updateSnapping = ({ shiftKey }: PointerEvent): void => {
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
  element.addEventListener('pointermove', updateSnapping, { capture: true });
  element.addEventListener('pointercancel', cancelDrag);

  const disposers = [
    effect(() => {
      if (!drag.isDragging.value) release();
    }),
    effect(() => {
      const { value } = drag.placement;
      const hadPlacement = hasPlacement;
      hasPlacement = value !== undefined;
      if ((value && setHandlePose(handle, value)) || hadPlacement !== hasPlacement) onChange();
    }),
    effect(() => {
      const tool = viewOptions.tool.value;
      release();
      if (tool) controls.setMode(tool);
      controls.setSpace(viewOptions.isLocalSpace.value ? 'local' : 'world');
      onChange();
    }),
  ];

  return {
    get pose() {
      return hasPlacement ? handle : undefined;
    },
    get isOverHandle() {
      return controls.axis !== null;
    },
    updateForCamera(camera, height, activeCamera) {
      controls.camera = camera;
      controls.size = MathUtils.clamp(referenceHeight / height, 0.5, 2);
      const isVisible =
        hasPlacement && viewOptions.tool.value !== undefined && selection.value !== activeCamera;
      if (isVisible && controls.object === undefined) controls.attach(handle);
      else if (!isVisible && controls.object !== undefined) controls.detach();
    },
    cancelDrag,
    close() {
      for (const dispose of disposers) dispose();
      controls.dispose();
    },
  };
};
