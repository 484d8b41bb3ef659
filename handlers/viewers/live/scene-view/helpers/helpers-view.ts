import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import {
  Group,
  Matrix4,
  type Object3D,
  type OrthographicCamera,
  type PerspectiveCamera,
  type Sprite,
} from 'three';
import { createColliderWireframes } from './collider-wireframes.ts';
import {
  composeWorldTransform,
  createHelperTransformTracker,
  decomposeWorldTransform,
  type DrawnObjects,
  type WorldTransform,
} from './helper-transforms.ts';
import { createSceneHelpers } from './scene-helpers.ts';
import { createHelperSprites } from './helper-sprites.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { SceneObjectRecord } from '../scene-objects.ts';
import type { ViewOptions } from '../view-options.ts';

interface HelpersViewOptions {
  readonly client: Pick<SceneClient, 'request'>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
  readonly viewOptions: Pick<ViewOptions, 'colliders' | 'symbols'>;
  readonly selection: ReadonlySignal<string | undefined>;
  readonly drawnObjects: () => DrawnObjects;
  /** Returns a theme color by the name of its CSS variable. */
  readonly color: (name: string) => string;
  readonly onChange: () => void;
}

interface HelpersViewFrame {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  readonly height: number;
  /** The tag of the object that provides the camera. */
  readonly activeCamera: string | undefined;
  /** The pose to which the user is dragging the selected object. */
  readonly draggedObject: Object3D | undefined;
}

/** Shows colliders, lights and cameras on top of the scene. */
interface HelpersView {
  readonly group: Group;
  sprites(): readonly Sprite[];
  refresh(): void;
  draw(frame: HelpersViewFrame): void;
  close(): void;
}

export const createHelpersView = (options: HelpersViewOptions): HelpersView => {
  const { viewOptions, selection, drawnObjects, color, onChange } = options;
  const group = new Group();
  const wireframes = createColliderWireframes({ solid: color('--collider'), trigger: color('--trigger') });
  const symbols = createHelperSprites(color('--marker'));
  group.add(wireframes.group, symbols.group);
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

  const disposers = [
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
      let anchors: DrawnObjects | undefined;
      const getTransform = (object: string): WorldTransform | undefined => {
        anchors ??= drawnObjects();
        const transform = follower.getTransform(object, anchors);
        return transform && draggedObject && object === selection.value && !anchors.has(object)
          ? toDraggedTransform(transform, draggedObject)
          : transform;
      };
      const [colliders, otherHelpers] = [true, false].map((isCollider) =>
        helpers.list.value.filter(({ kind }) => (kind === 'Collider') === isCollider),
      );
      wireframes.show(colliders ?? [], getTransform);
      symbols.show(otherHelpers ?? [], { ...view, selected: selection.value, getTransform });
    },
    close() {
      for (const dispose of disposers) dispose();
      wireframes.close();
      symbols.close();
    },
  };
};

/** Returns the transform of an object that is being dragged but has no drawn node. */
const toDraggedTransform = (
  transform: WorldTransform,
  { position, quaternion }: Object3D,
): WorldTransform => ({
  ...transform,
  matrix: new Matrix4().compose(position, quaternion, decomposeWorldTransform(transform).scale),
});
