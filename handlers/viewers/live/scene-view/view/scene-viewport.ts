/**
 * The 3D view of the scene, with markers and handles for the selected object. This module is loaded after the page,
 * because three.js is large.
 */
import { effect, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  type Camera,
  Color,
  Mesh,
  type Object3D,
  Plane,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
} from 'three';
import { createTransformGizmo } from '../gizmo/transform-gizmo.ts';
import { createHelpersView } from '../helpers/helpers-view.ts';
import { createSceneReplica } from '../replica/scene-replica.ts';
import { createCameraView } from './camera-view.ts';
import { getDefaultLook, isBatteryLow, prefersReducedData, readGpuName } from './default-look.ts';
import { createFrameCounter, type FrameStats } from './frame-counter.ts';
import { createGroundGrid } from './ground-grid.ts';
import { createNameTag } from './name-tag.tsx';
import { createSelectionBox, getBoundingBox } from './selection-box.ts';
import { createSelectionOutline } from './selection-outline.ts';
import { createSceneRenderer } from './scene-renderer.ts';
import { createLookSwitch } from './look-switch.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { ObjectDrag } from '../gizmo/object-drag.ts';
import type { Position } from '../position.ts';
import type { SceneCommands } from '../scene-shortcuts.ts';
import type { SceneObjectRecord } from '../scene-objects.ts';
import type { Changes } from '../decode-scene-changes.ts';
import type { ViewOptions } from '../view-options.ts';

interface SceneViewportOptions {
  readonly host: HTMLElement;
  readonly viewOptions: ViewOptions;
  readonly selection: Signal<string | undefined>;
  readonly selectedTags: ReadonlySignal<readonly string[]>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
  readonly client: Pick<SceneClient, 'request'>;
  readonly drag: ObjectDrag;
  readonly onDragStart: () => void;
}

interface SceneViewport extends SceneCommands {
  readonly stats: ReadonlySignal<FrameStats>;
  /** Returns the point of the scene at a position on the page: on an object, or else on the ground. */
  getPointAt(clientX: number, clientY: number): Position;
  /**
   * Applies changes from the service.
   * @returns whether the changes are visible
   */
  applyChanges(changes: Changes): boolean;
  /** Reads again everything that the change feed does not report. */
  refresh(): void;
  close(): void;
}

/** A scene with at most this many drawables, within this radius in metres, gets a grid for orientation. */
const sparseScene = { drawables: 6, radius: 10 };

/** The sky over an empty scene in the studio look. */
const studioSky = new Color('#171238');

/** Objects that are dropped onto the sky, or onto ground that is farther away, are placed this far from the camera. */
const placingDistance = 8;
const maxPlacingDistance = 200;

const roundMillimetres = (metres: number): number => Math.round(metres * 1000) / 1000;

const keySteps = { angle: Math.PI / 36, share: 0.05, nearer: 0.9 };

/**
 * Creates the 3D view.
 * @throws Error if the browser doesn't support WebGL
 */
export const openSceneViewport = (options: SceneViewportOptions): SceneViewport => {
  const { host, viewOptions, selection, selectedTags, drag, onDragStart } = options;
  const screen = createSceneRenderer(host, () => draw());
  const replica = createSceneReplica(decodeImage, screen.requestRender);
  const cameraView = createCameraView(
    screen.element,
    () => viewOptions.throughCamera.value,
    screen.requestRender,
  );
  const marker = createSelectionBox();
  const outline = createSelectionOutline();
  const nameTag = createNameTag(options);
  const frames = createFrameCounter();
  const overlay = new Scene();
  const grid = createGroundGrid();
  const color = (name: string): string => getComputedStyle(host).getPropertyValue(name) || 'orange';
  const helpers = createHelpersView({
    ...options,
    drawnObjects: replica.drawnObjects,
    color,
    onChange: screen.requestRender,
  });
  overlay.add(grid.mesh, outline.quad, marker.lines, helpers.group);
  const gizmo = createTransformGizmo({
    ...{ element: screen.element, overlay, drag, viewOptions, selection, onChange: screen.requestRender },
    onDragChange(isDragging) {
      cameraView.setPaused(isDragging);
      if (isDragging) onDragStart();
    },
  });
  const lookSwitch = createLookSwitch(viewOptions.look, screen, replica);
  let isCameraPlaced = false;
  /** Whether the free camera is where it was placed while the scene was empty. */
  let isAwaitingScene = false;
  cameraView.controls.addEventListener('start', () => {
    isAwaitingScene = false;
  });

  const getAllNodes = (): Object3D[] => replica.nodes();
  const selected = (): Object3D[] => selectedTags.value.flatMap((tag) => replica.getObjectNodes(tag));
  const getCamera = () => cameraView.getCamera(screen.aspect, replica.camera);

  const isSparse = (): boolean =>
    replica.drawableCount <= sparseScene.drawables &&
    getBoundingBox(getAllNodes()).getBoundingSphere(new Sphere()).radius <= sparseScene.radius;
  const isGridVisible = (): boolean => {
    if (viewOptions.throughCamera.value) return false;
    return viewOptions.alwaysShowsGrid.value || drag.isDragging.value || isSparse();
  };

  const markSelection = (camera: Camera): void => {
    const nodes = selected();
    const meshes = nodes.filter((node) => node instanceof Mesh);
    outline.update(screen.graphics, camera, meshes);
    marker.around(meshes.length > 0 ? [] : nodes);
    const position = gizmo.pose?.position;
    const bounds =
      nodes.length > 0
        ? getBoundingBox(nodes).getBoundingSphere(new Sphere())
        : position && new Sphere(position, 0);
    nameTag.moveTo(bounds, camera);
  };

  const draw = (): void => {
    frames.countFrame();
    const camera = getCamera();
    camera.updateMatrixWorld();
    const activeCamera = viewOptions.throughCamera.value ? replica.camera?.object : undefined;
    markSelection(camera);
    const isEmptyStudio = lookSwitch.isStudio && replica.drawableCount === 0;
    grid.mesh.visible = isGridVisible();
    grid.setStyle(isEmptyStudio ? 'floor' : 'lines');
    const height = host.clientHeight;
    gizmo.updateForCamera(camera, height, activeCamera);
    helpers.draw({ camera, height, activeCamera, draggedObject: gizmo.pose });
    const { background } = replica.scene;
    if (isEmptyStudio) replica.scene.background = studioSky;
    screen.render(camera, replica.scene, overlay);
    replica.scene.background = background;
  };

  /**
   * Shows the scene from its own camera, as when the view opens. Only a scene without one is fitted into view, because
   * a wide floor would move the camera so far away that nothing can be recognized.
   */
  const showScene = (): void => {
    isCameraPlaced = true;
    isAwaitingScene = replica.drawableCount === 0;
    if (isAwaitingScene && viewOptions.look.value === 'studio') {
      cameraView.showGround();
      return;
    }
    const box = getBoundingBox(getAllNodes());
    const center = box.getCenter(cameraView.controls.target.clone());
    if (replica.camera) cameraView.moveToCamera(replica.camera, center, screen.aspect);
    else cameraView.frameBox(box);
  };

  /** Moves the free camera, if it is the active camera. */
  const moveFreeCamera = (move: () => void): void => {
    if (viewOptions.throughCamera.value) return;
    isAwaitingScene = false;
    move();
  };

  listenForPicks({
    element: screen.element,
    camera: getCamera,
    layers: () => [helpers.sprites(), getAllNodes()],
    isBusy: () => gizmo.isOverHandle,
    onPick: (object) => {
      selection.value = object;
    },
  });
  marker.color(color('--marker'));
  outline.color(color('--marker'));
  const stopWatching = effect(() => {
    void [
      selectedTags.value,
      viewOptions.throughCamera.value,
      viewOptions.alwaysShowsGrid.value,
      drag.isDragging.value,
    ];
    screen.requestRender();
  });
  const gpu = readGpuName(screen.graphics.getContext());
  viewOptions.setDefaultLook(getDefaultLook({ gpu, savesData: prefersReducedData(), savesBattery: false }));
  void isBatteryLow().then((savesBattery) => {
    if (savesBattery) viewOptions.setDefaultLook('pictured');
  });

  return {
    stats: frames.stats,
    applyChanges(changes) {
      const hasChanged = replica.apply(changes);
      if (!isCameraPlaced || (isAwaitingScene && !isSparse())) showScene();
      if (hasChanged) screen.requestRender();
      return hasChanged;
    },
    refresh: helpers.refresh,
    getPointAt(clientX, clientY) {
      const ray = createPointerRay(screen.element, getCamera(), clientX, clientY);
      const [hit] = ray.intersectObjects(getAllNodes(), false);
      const onGround = ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0)), new Vector3());
      const isNear = onGround && onGround.distanceTo(ray.ray.origin) < maxPlacingDistance;
      const point = hit?.point ?? (isNear ? onGround : ray.ray.at(placingDistance, new Vector3()));
      return [roundMillimetres(point.x), roundMillimetres(point.y), roundMillimetres(point.z)];
    },
    cancelDrag: gizmo.cancelDrag,
    orbit: (right, down) =>
      moveFreeCamera(() => cameraView.orbit(right * keySteps.angle, down * keySteps.angle)),
    pan: (right, up) => moveFreeCamera(() => cameraView.pan(right * keySteps.share, up * keySteps.share)),
    zoom: (steps) => moveFreeCamera(() => cameraView.scaleDistance(keySteps.nearer ** steps)),
    frame() {
      viewOptions.throughCamera.value = false;
      const box = getBoundingBox(selected());
      if (box.isEmpty() && gizmo.pose) box.expandByPoint(gizmo.pose.position);
      if (box.isEmpty()) showScene();
      else cameraView.frameBox(box);
    },
    close() {
      stopWatching();
      lookSwitch.close();
      frames.close();
      nameTag.close();
      outline.close();
      grid.close();
      gizmo.close();
      helpers.close();
      cameraView.controls.dispose();
      screen.close();
    },
  };
};

const decodeImage = (bytes: Uint8Array, type: string): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([bytes.slice()], { type }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  });

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

/** Creates the ray from the camera through a position on the page. */
const createPointerRay = (
  element: HTMLElement,
  camera: Camera,
  clientX: number,
  clientY: number,
): Raycaster => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const pointer = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
  const ray = new Raycaster();
  ray.params.Points.threshold = 0.05;
  ray.params.Line.threshold = 0.05;
  ray.setFromCamera(pointer, camera);
  return ray;
};

/** Reports clicks on objects in the scene, or on the background. */
const listenForPicks = ({ element, camera, layers, isBusy, onPick }: PickingOptions): void => {
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
    const ray = createPointerRay(element, camera(), clientX, clientY);
    for (const nodes of layers()) {
      const [hit] = ray.intersectObjects([...nodes], false);
      if (hit) return hit.object.userData.object || undefined;
    }
    return undefined;
  };
};
