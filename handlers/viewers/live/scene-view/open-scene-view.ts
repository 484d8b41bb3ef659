import { computed, type ReadonlySignal } from '@preact/signals';
import { watchPageVisibility } from '../session/store-helpers.ts';
import { createObjectDrag } from './gizmo/object-drag.ts';
import { createScenePoller } from './scene-changes-poller.ts';
import type { SceneEdits } from './scene-edits.ts';
import { listDescendantTags, type SceneObjects } from './scene-objects.ts';
import type { Position } from './position.ts';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';
import type { SceneCommands } from './scene-shortcuts.ts';
import type { ViewOptions } from './view-options.ts';
import type { FrameStats } from './view/frame-counter.ts';
import type { Signal } from '@preact/signals';

interface SceneViewOptions {
  readonly session: Session;
  readonly notices: Notices;
  /** The selected object's tag. */
  readonly selection: Signal<string | undefined>;
  /** The same, or `undefined` while the scene has no such object. */
  readonly presentSelection: ReadonlySignal<string | undefined>;
  readonly edits: SceneEdits;
  readonly host: HTMLElement;
  readonly viewOptions: ViewOptions;
  readonly objects: SceneObjects['list'];
}

/** A view that renders the scene while it is visible. */
export interface SceneView extends SceneCommands {
  /** The reason why the scene's changes can't be read, or `undefined` while they can. */
  readonly changesError: ReadonlySignal<unknown>;
  readonly stats: ReadonlySignal<FrameStats>;
  /** Returns the point of the scene at a position on the page: on an object, or else on the ground. */
  getPointAt(clientX: number, clientY: number): Position;
  /** Reads again everything that the change feed does not report. */
  refresh(): void;
  close(): void;
}

/**
 * Loads the renderer, and follows the scene while both the page and the view are visible.
 * @throws Error if the browser doesn't support WebGL
 */
export const openSceneView = async (options: SceneViewOptions): Promise<SceneView> => {
  const { session, notices, selection, presentSelection, objects, host, edits } = options;
  const { openSceneViewport } = await import('./view/scene-viewport.ts');
  const { client, hub } = session;
  const selectedTags = computed(() =>
    selection.value === undefined ? [] : listDescendantTags(objects.value, selection.value),
  );
  const getClient = () => hub.value ?? client;
  const drag = createObjectDrag({
    ...{ selection: presentSelection, notices },
    read: async (object) => (await getClient().act('transform.get', { object, space: 'world' })).result,
    write: (move) => getClient().act('transform.set', move),
    onMoved: (update, previous, written) =>
      void edits.record({ kind: 'transform', update }, { kind: 'transform', update: previous }, written),
  });
  const view = openSceneViewport({
    ...{ ...options, client, selectedTags, drag },
    onDragStart: () => poller.pollSoon(),
  });
  const poller = createScenePoller({
    requestChanges: (since) =>
      client.request('GET /api/scene/changes', since === undefined ? {} : { query: { since } }),
    applyChanges(changes) {
      void drag.refresh();
      return view.applyChanges(changes);
    },
  });
  let isPageVisible = false;
  let isOnScreen = false;
  const updateVisibility = (): void => poller.setVisible(isPageVisible && isOnScreen);
  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? false;
    updateVisibility();
  });
  observer.observe(host);
  const stopWatching = watchPageVisibility((isVisible) => {
    isPageVisible = isVisible;
    updateVisibility();
  });
  return {
    ...view,
    changesError: poller.error,
    close() {
      observer.disconnect();
      stopWatching();
      drag.close();
      view.close();
    },
  };
};
