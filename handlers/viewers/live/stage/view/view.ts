/** The scene in 3D, with what marks and moves the selected object. Loaded when the page stands, as three.js is large. */
import { effect } from '@preact/signals';
import { Color, GridHelper, Scene } from 'three';
import { createGizmo } from '../gizmo/gizmo.ts';
import { createHelpersView } from '../helpers/helpers-view.ts';
import { createReplica } from '../replica/replica.ts';
import { createEyes } from './eyes.ts';
import { boxAround, createMarker } from './marker.ts';
import { listenForPicks } from './picking.ts';
import { openScreen } from './screen.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Object3D } from 'three';
import type { SceneClient } from '#spec/client/index.ts';
import type { Grip } from '../gizmo/grip.ts';
import type { Steering } from '../keys.ts';
import type { SceneItem } from '../objects/tree-rows.ts';
import type { Changes } from '../read-changes.ts';
import type { Wishes } from '../wishes.ts';

interface ViewOptions {
  readonly host: HTMLElement;
  readonly wishes: Wishes;
  readonly selection: Signal<string | undefined>;
  /** Tags of the selected object and of all that hangs under it. */
  readonly family: ReadonlySignal<readonly string[]>;
  readonly objects: ReadonlySignal<readonly SceneItem[]>;
  readonly client: Pick<SceneClient, 'request'>;
  readonly grip: Grip;
  /** Told when the reader takes hold of the selected object. */
  readonly onHold: () => void;
}

interface View extends Steering {
  /** Shows what was told. @returns whether anything looks different */
  take(changes: Changes): boolean;
  /** Reads what is not told with the changes. */
  look(): void;
  close(): void;
}

/** What one press of a key does to the view. */
const step = { angle: Math.PI / 36, share: 0.05, nearer: 0.9 };

/** @throws Error where the browser has no WebGL */
export const openView = (options: ViewOptions): View => {
  const { host, wishes, selection, family, grip, onHold } = options;
  const screen = openScreen(host, () => draw());
  const replica = createReplica(decodeImage, screen.refresh);
  const eyes = createEyes(screen.element, () => wishes.throughCamera.value, screen.refresh);
  const marker = createMarker();
  const overlay = new Scene();
  const grid = makeGrid();
  const color = (name: string): string => getComputedStyle(host).getPropertyValue(name) || 'orange';
  const helpers = createHelpersView({
    ...options,
    anchors: replica.anchors,
    color,
    onChange: screen.refresh,
  });
  overlay.add(grid, marker.lines, helpers.group);
  const gizmo = createGizmo({
    ...{ element: screen.element, overlay, grip, wishes, selection, onChange: screen.refresh },
    onHold(isHeld) {
      eyes.rest(isHeld);
      if (isHeld) onHold();
    },
  });
  let isPlaced = false;

  const everything = (): Object3D[] => replica.nodes();
  const selected = (): Object3D[] => family.value.flatMap((tag) => replica.nodesOf(tag));
  const lens = () => eyes.at(screen.aspect, replica.camera);

  const draw = (): void => {
    const camera = lens();
    camera.updateMatrixWorld();
    const through = wishes.throughCamera.value ? replica.camera?.object : undefined;
    marker.around(selected());
    grid.visible = !wishes.throughCamera.value;
    const height = host.clientHeight;
    gizmo.face(camera, height, through);
    helpers.draw({ camera, height, through, held: gizmo.pose });
    screen.paint(camera, [replica.scene, overlay]);
  };

  /** The first look is that of the scene's own camera. */
  const placeFirst = (): void => {
    isPlaced = true;
    const box = boxAround(everything());
    if (replica.camera) eyes.standAt(replica.camera, box.getCenter(eyes.controls.target.clone()));
    else eyes.frame(box);
  };

  /** Moves the free camera where it is looked through. */
  const freely = (move: () => void): void => {
    if (!wishes.throughCamera.value) move();
  };

  listenForPicks({
    element: screen.element,
    camera: lens,
    layers: () => [helpers.sprites(), everything()],
    isBusy: () => gizmo.isAtHandle,
    onPick: (object) => {
      selection.value = object;
    },
  });
  marker.color(color('--marker'));
  const stopWatching = effect(() => {
    void [family.value, wishes.throughCamera.value];
    screen.refresh();
  });

  return {
    take(changes) {
      const isOther = replica.apply(changes);
      if (!isPlaced) placeFirst();
      if (isOther) screen.refresh();
      return isOther;
    },
    look: helpers.look,
    takeBack: gizmo.takeBack,
    orbit: (right, down) => freely(() => eyes.orbit(right * step.angle, down * step.angle)),
    pan: (right, up) => freely(() => eyes.pan(right * step.share, up * step.share)),
    approach: (steps) => freely(() => eyes.retreat(step.nearer ** steps)),
    frame() {
      wishes.throughCamera.value = false;
      const nodes = selected();
      const box = boxAround(nodes.length > 0 ? nodes : everything());
      eyes.frame(nodes.length === 0 && gizmo.pose ? box.makeEmpty().expandByPoint(gizmo.pose.position) : box);
    },
    close() {
      stopWatching();
      gizmo.close();
      helpers.close();
      eyes.controls.dispose();
      screen.close();
    },
  };
};

const decodeImage = (bytes: Uint8Array, type: string): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([bytes.slice()], { type }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  });

const makeGrid = (): GridHelper => {
  const grid = new GridHelper(40, 40, new Color('#8a97ad'), new Color('#6c7789'));
  grid.material.transparent = true;
  grid.material.opacity = 0.22;
  grid.material.depthWrite = false;
  return grid;
};
