import { effect, untracked } from '@preact/signals';
import { Group, Matrix4 } from 'three';
import { createColliderWireframes } from './collider-wireframes.ts';
import { createHelperTransformTracker } from './helper-transform-tracker.ts';
import { createSceneHelpers } from './scene-helpers.ts';
import { composeWorldTransform, decomposeWorldTransform } from './world-transform.ts';
import { createHelperSprites } from './helper-sprites.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Object3D, OrthographicCamera, PerspectiveCamera, Sprite } from 'three';
import type { SceneClient } from '#spec/client/index.ts';
import type { SceneObjectRecord } from '../objects/object-tree.ts';
import type { ViewOptions } from '../view-options.ts';
import type { DrawnObjects } from './helper-transform-tracker.ts';
import type { WorldTransform } from './world-transform.ts';

interface HelpersViewOptions {
  readonly client: Pick<SceneClient, 'request'>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
  readonly viewOptions: Pick<ViewOptions, 'colliders' | 'symbols'>;
  readonly selection: ReadonlySignal<string | undefined>;
  readonly drawnObjects: () => DrawnObjects;
  /** Returns a color of the theme. */
  readonly color: (name: string) => string;
  readonly onChange: () => void;
}

/** The camera and the view for the helpers. */
interface HelpersViewFrame {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  /** Height of the view, in CSS pixels. */
  readonly height: number;
  /** Tag of the object that provides the camera. */
  readonly activeCamera: string | undefined;
  /** Pose to which the reader drags the selected object. */
  readonly draggedObject: Object3D | undefined;
}

/** Colliders, lights and cameras, rendered on top of the scene. */
interface HelpersView {
  readonly group: Group;
  /** Returns the clickable icons. */
  sprites(): readonly Sprite[];
  refresh(): void;
  draw(look: HelpersViewFrame): void;
  close(): void;
}

export const createHelpersView = (options: HelpersViewOptions): HelpersView => {
  const { viewOptions, selection, drawnObjects, color, onChange } = options;
  const group = new Group();
  const wires = createColliderWireframes({ solid: color('--collider'), trigger: color('--trigger') });
  const symbols = createHelperSprites(color('--marker'));
  group.add(wires.group, symbols.group);
  const follower = createHelperTransformTracker();
  const helpers = createSceneHelpers({
    ...options,
    onBeforeRead: () => follower.recordDrawn(drawnObjects()),
    onRead: (list) =>
      follower.setTransforms(
        new Map(
          list.map(({ object, ancestorPlacements }) => [object, composeWorldTransform(ancestorPlacements)]),
        ),
        drawnObjects(),
      ),
  });

  const stops = [
    effect(() => {
      void [options.objects.value, viewOptions.colliders.value, viewOptions.symbols.value];
      untracked(() => void helpers.refresh());
    }),
    effect(() => {
      void helpers.list.value;
      onChange();
    }),
  ];

  return {
    group,
    sprites: symbols.sprites,
    refresh: () => void helpers.refresh(),
    draw({ draggedObject, ...view }) {
      let drawn: DrawnObjects | undefined;
      const standOf = (object: string): WorldTransform | undefined => {
        drawn ??= drawnObjects();
        const stand = follower.getTransform(object, drawn);
        return stand && draggedObject && object === selection.value && !drawn.has(object)
          ? toDraggedTransform(stand, draggedObject)
          : stand;
      };
      const [colliders, others] = [true, false].map((isCollider) =>
        helpers.list.value.filter(({ kind }) => (kind === 'Collider') === isCollider),
      );
      wires.show(colliders ?? [], standOf);
      symbols.show(others ?? [], { ...view, selected: selection.value, getTransform: standOf });
    },
    close() {
      for (const stop of stops) stop();
      wires.close();
      symbols.close();
    },
  };
};

/** Returns the transform of a dragged object that is not drawn. */
const toDraggedTransform = (stand: WorldTransform, { position, quaternion }: Object3D): WorldTransform => ({
  ...stand,
  matrix: new Matrix4().compose(position, quaternion, decomposeWorldTransform(stand).scale),
});
