import { type Signal, signal } from '@preact/signals';
import { createObjectInspector, type ObjectInspector } from './object-inspector.ts';
import { createSceneObjects, type SceneObjects } from './scene-objects.ts';
import { createViewOptions, type ViewOptions } from './view-options.ts';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';
import type { SceneView } from './open-scene-view.ts';

/** The scene as the page shows it: its objects, the selected object, and the 3D view. */
export interface SceneStore {
  /** The selected object's tag. */
  readonly selection: Signal<string | undefined>;
  readonly objects: SceneObjects;
  readonly inspector: ObjectInspector;
  readonly viewOptions: ViewOptions;
  /** The 3D view, or `undefined` until it has been opened. */
  readonly view: Signal<SceneView | undefined>;
}

export const createSceneStore = (session: Session, notices: Notices): SceneStore => {
  const selection = signal<string>();
  return {
    selection,
    objects: createSceneObjects(session),
    inspector: createObjectInspector(session, notices, selection),
    viewOptions: createViewOptions(),
    view: signal<SceneView>(),
  };
};
