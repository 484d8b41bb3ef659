import { computed, type ReadonlySignal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type LivePage, useLivePage } from '../app/live-page-context.ts';
import { InspectorPanel } from './inspector-panel.tsx';
import { createObjectInspector } from './object-inspector.ts';
import { ObjectList } from './object-list.tsx';
import { createSceneObjects, listDescendantTags, type SceneObjects } from './scene-objects.ts';
import {
  listenForSceneKeys,
  type SceneCommands,
  shortcutsDescription,
  shortcutsElementId,
} from './scene-shortcuts.ts';
import { ScenePictures } from './scene-pictures.tsx';
import { SceneToolbar } from './scene-toolbar.tsx';
import { createViewOptions, type ViewOptions } from './view-options.ts';
import { createScenePoller } from './scene-changes-poller.ts';
import { createObjectDrag, type TransformUpdate } from './gizmo/object-drag.ts';
import { repeatWhileVisible, watchPageVisibility } from '../session/store-helpers.ts';
import './stage.css';
import type { FrameStats } from './view/frame-counter.ts';

/** The interval at which the lists beside the view are read again, in milliseconds. */
const listRefreshMs = 1_000;

/** Shows the scene in motion, with its objects and their components. */
export const ScenePanel = () => {
  const live = useLivePage();
  const { session, notices, selection } = live;
  const [models] = useState(() => ({
    viewOptions: createViewOptions(),
    objects: createSceneObjects(session),
    inspector: createObjectInspector(session, notices, selection),
  }));
  const { viewOptions, objects, inspector } = models;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<SceneView>();
  const [drawError, setDrawError] = useState<string>();
  const canShow = session.capabilities.value?.hasRoute('GET /api/scene/changes');
  const isConnected = session.state.value === 'connected';

  useEffect(() => {
    if (!host.current || !canShow) return;
    const opening = openSceneView({ ...live, host: host.current, viewOptions, objects: objects.list });
    opening.then(setView, (failure) => setDrawError(String(failure)));
    return () => void opening.then(({ close }) => close()).catch(() => {});
  }, [canShow, live, viewOptions, objects]);
  useEffect(() => {
    if (!isConnected) return;
    return repeatWhileVisible(listRefreshMs, () => {
      void objects.refresh();
      void inspector.poll();
      view?.refresh();
    });
  }, [isConnected, objects, inspector, view]);
  const hasNoChanges = isRejectedByRuntime(view?.changesError.value);

  return (
    <section class="stage" aria-label="Scene" onKeyDown={listenForSceneKeys(viewOptions, () => view)}>
      <SceneToolbar options={viewOptions} onFrame={() => view?.frame()} />
      <div class="screen" ref={host}>
        <p class="hidden" id={shortcutsElementId}>
          {shortcutsDescription}
        </p>
        {viewOptions.colliders.value && <ColliderLegend />}
        {canShow === false && (
          <p class="empty">This service does not report what its scene draws (GET /api/scene/changes).</p>
        )}
        {hasNoChanges && host.current && (
          <ScenePictures width={host.current.clientWidth} height={host.current.clientHeight} />
        )}
        {drawError && <p class="empty">The scene cannot be drawn here: {drawError}</p>}
      </div>
      <ObjectList objects={objects} />
      <InspectorPanel inspector={inspector} />
    </section>
  );
};

/** Whether the runtime can't do what was requested, as opposed to a failed connection. */
const isRejectedByRuntime = (failure: unknown): boolean =>
  failure instanceof SceneRuntimeError && failure.code === 'ACTION_FAILED';

interface SceneViewOptions extends Pick<LivePage, 'session' | 'notices' | 'selection'> {
  readonly host: HTMLElement;
  readonly viewOptions: ViewOptions;
  readonly objects: SceneObjects['list'];
}

/** A view that renders the scene while it is visible. */
interface SceneView extends SceneCommands {
  /** The reason why the scene's changes can't be read, or `undefined` while they can. */
  readonly changesError: ReadonlySignal<unknown>;
  readonly stats: ReadonlySignal<FrameStats>;
  /** Reads again everything that the change feed does not report. */
  refresh(): void;
  close(): void;
}

/**
 * Loads the renderer, and follows the scene while both the page and the view are visible.
 * @throws Error if the browser doesn't support WebGL
 */
const openSceneView = async (options: SceneViewOptions): Promise<SceneView> => {
  const { session, notices, selection, objects, host } = options;
  const { openSceneViewport } = await import('./view/scene-viewport.ts');
  const { client, hub } = session;
  const selectedTags = computed(() =>
    selection.value === undefined ? [] : listDescendantTags(objects.value, selection.value),
  );
  const write = (move: TransformUpdate): Promise<unknown> => (hub.value ?? client).act('transform.set', move);
  const drag = createObjectDrag({ selection, client, write, notices });
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

const ColliderLegend = () => (
  <ul class="legend" aria-label="Colliders">
    <li class="solid">Solid</li>
    <li class="trigger">Trigger: objects pass through</li>
  </ul>
);
