/** The scene in 3D, with what marks and moves the selected object. Loaded when the page stands, as three.js is large. */
import { effect } from '@preact/signals';
import { Color, GridHelper, Scene } from 'three';
import { createReplica } from '../replica/replica.ts';
import { createEyes } from './eyes.ts';
import { boxAround, createMarker } from './marker.ts';
import { listenForPicks } from './picking.ts';
import { openScreen } from './screen.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Object3D } from 'three';
import type { Changes } from '../read-changes.ts';
import type { Wishes } from '../wishes.ts';

interface ViewOptions {
  readonly host: HTMLElement;
  readonly wishes: Wishes;
  readonly selection: Signal<string | undefined>;
  /** Tags of the selected object and of all that hangs under it. */
  readonly family: ReadonlySignal<readonly string[]>;
}

interface View {
  /** Shows what was told. @returns whether anything looks different */
  take(changes: Changes): boolean;
  /** Moves the free camera to the selected object; without one, so that it sees everything. */
  frame(): void;
  close(): void;
}

/** @throws Error where the browser has no WebGL */
export const openView = ({ host, wishes, selection, family }: ViewOptions): View => {
  const screen = openScreen(host, () => draw());
  const replica = createReplica(decodeImage, screen.refresh);
  const eyes = createEyes(screen.element, () => wishes.throughCamera.value, screen.refresh);
  const marker = createMarker();
  const overlay = new Scene();
  const grid = makeGrid();
  overlay.add(grid, marker.lines);
  let isPlaced = false;

  const everything = (): Object3D[] => replica.nodes();
  const selected = (): Object3D[] => family.value.flatMap((tag) => replica.nodesOf(tag));
  const camera = () => eyes.at(screen.aspect, replica.camera);

  const draw = (): void => {
    marker.around(selected());
    grid.visible = !wishes.throughCamera.value;
    screen.paint(camera(), [replica.scene, overlay]);
  };

  /** The first look is that of the scene's own camera. */
  const placeFirst = (): void => {
    isPlaced = true;
    const box = boxAround(everything());
    if (replica.camera) eyes.standAt(replica.camera, box.getCenter(eyes.controls.target.clone()));
    else eyes.frame(box);
  };

  listenForPicks({
    element: screen.element,
    camera,
    nodes: everything,
    isBusy: () => false,
    onPick: (object) => {
      selection.value = object;
    },
  });
  const accent = getComputedStyle(host).getPropertyValue('--marker') || 'orange';
  marker.color(accent);
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
    frame() {
      wishes.throughCamera.value = false;
      const nodes = selected();
      eyes.frame(boxAround(nodes.length > 0 ? nodes : everything()));
    },
    close() {
      stopWatching();
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
