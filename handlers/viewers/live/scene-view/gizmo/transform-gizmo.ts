import { effect, type ReadonlySignal } from '@preact/signals';
import { type Camera, MathUtils, Object3D, type Scene } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { restyleGizmo } from './restyle-gizmo.ts';
import { setHandlePose, toTransformUpdate } from './handle-pose.ts';
import type { ViewOptions } from '../view-options.ts';
import type { ObjectDrag } from './object-drag.ts';

/** The page's colors for the axes (red, green and blue), and the color of an axis under the pointer. */
const axisColors = ['#ff5468', '#6fe06a', '#4b8bff', '#ffd75e'] as const;

/**
 * If the view has this height in CSS pixels, handles have the default size of three.js. At other heights, their size on
 * the screen stays about the same.
 */
const referenceHeight = 540;

/** The step sizes while Shift is pressed. */
const snapSteps = { translate: 0.5, rotate: MathUtils.degToRad(15), scale: 0.25 };

interface TransformGizmoOptions {
  readonly element: HTMLElement;
  readonly overlay: Scene;
  readonly drag: ObjectDrag;
  readonly viewOptions: Pick<ViewOptions, 'tool' | 'isLocalSpace'>;
  readonly selection: ReadonlySignal<string | undefined>;
  readonly onChange: () => void;
  readonly onDragChange: (isDragging: boolean) => void;
}

/** The handles that move, rotate and scale the selected object. */
interface TransformGizmo {
  /**
   * The selected object's pose: while it is being dragged, the pose of the handles, otherwise the pose known to the
   * service. If the pose is unknown, this is `undefined`.
   */
  readonly pose: Object3D | undefined;
  readonly isOverHandle: boolean;
  /** Adjusts the handles to the camera. If the selected object provides the camera, the handles are hidden. */
  updateForCamera(camera: Camera, height: number, activeCamera: string | undefined): void;
  /**
   * Cancels the current drag.
   * @returns whether there was a drag to cancel
   */
  cancelDrag(): boolean;
  close(): void;
}

export const createTransformGizmo = (options: TransformGizmoOptions): TransformGizmo => {
  const { element, overlay, drag, viewOptions, selection, onChange, onDragChange } = options;
  const handle = new Object3D();
  const controls = new TransformControls(new Object3D() as Camera, element);
  const root = controls.getHelper();
  controls.setColors(...axisColors);
  restyleGizmo(root);
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
    drag.cancel();
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
