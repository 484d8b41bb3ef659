import { findActionByName } from '#spec/actions/find-action.ts';
import { actionsByName, type NamedAction } from '#spec/actions/index.ts';
import { createRaiseEvent } from '#runtime/link/raise-event.ts';
import { canRunAction, type LoadedExtension, type RuntimeLink } from '#runtime/link/runtime-link.ts';
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { ApiError } from '#spec/errors.ts';
import { createActiveScene } from './active-scene.ts';
import { createAssetRefresh } from './asset-refresh.ts';
import { createGraphLifecycle, type GraphLifecycle } from './graph-lifecycle.ts';
import { updateCallers } from './graphs/graph-callers.ts';
import { createGraphStore, type GraphStore, listDropdownOptions } from './graphs/graph-store.ts';
import { createIdSource } from './graphs/id-source.ts';
import { createGraphLayouts, type GraphLayouts } from './layout/graph-layouts.ts';
import { type ToggleRequest, toggleSteps } from './graphs/history/undo-steps.ts';
import { createRemovedNodeOpener, reopenGraphsWithChangedTypes } from './projects/open-graph.ts';
import { createProjectLifecycle, type ProjectLifecycle } from './projects/project-lifecycle.ts';
import { describeErrorInOneLine, type Project } from './projects/project.ts';
import { createRuntimeState } from './runtime-state.ts';
import { createRuntimeSync, type RuntimeControl } from './runtime-sync.ts';
import { createStartupGraphs } from './startup-graphs.ts';
import { createVariableEditor, type VariableEditor } from './variables/variable-editor.ts';
import { listInterfacePorts, listVisibleVariables, type Variables } from './variables/variables.ts';
import type { ConsoleLine, ConsoleWriter } from '#runtime/link/console-writer.ts';
import type { EventBus } from './bus/event-bus.ts';
import type { GraphDocument, HistoryStep } from './graphs/graph-document.ts';
import type { AssetFileLimits, AssetFiles } from './projects/asset-files/asset-files.ts';
import type { NodeCatalog } from './graphs/node-catalog.ts';
import type { LayoutRunner } from './layout/layout-request.ts';
import type { ProjectFiles, ProjectStorage } from './projects/project-storage.ts';
import type { LockProject } from './projects/saving/project-lock.ts';

/**
 * The editing side of the service. It manages the open project with its graphs and variables, and synchronizes them
 * with the runtime.
 */
export interface Controller
  extends GraphLifecycle,
    ProjectLifecycle,
    RuntimeControl,
    Pick<
      ProjectFiles,
      'unsavedSince' | 'editFailure' | 'hasUncommittedEdits' | 'syncWithFiles' | 'saveChanges'
    > {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  readonly layouts: GraphLayouts;
  readonly project: Project | null;
  /**
   * Undoes or redoes steps of a graph's history, either all of them or none.
   * @returns the steps, in the order in which they were undone or redone
   * @throws ApiError NOTHING_TO_UNDO, REVISION_CONFLICT, GRAPH_RUNNING or INVALID_VALUE
   */
  toggleSteps(
    graph: GraphDocument,
    direction: 'undo' | 'redo',
    request: ToggleRequest,
  ): readonly HistoryStep[];
  /**
   * Returns the open project.
   * @throws ApiError NO_PROJECT
   */
  requireProject(): Project;
  /**
   * Returns the files of the open project's assets.
   * @throws ApiError NO_PROJECT if no project is open, or if the project is not in a folder
   */
  requireAssetFiles(): AssetFiles;
  /** Cancels the uploads of asset files, and refuses further ones. */
  cancelUploads(): void;
  /** Makes the runtime notice asset files that have been changed. Resolves when it knows them. */
  refreshAssets(): Promise<void>;
  /**
   * Returns the open project's revision, and whether the project has edits that are not yet saved in its files.
   * @throws ApiError NO_PROJECT
   */
  getProjectState(): { readonly revision: number; readonly dirty: boolean };
  /**
   * Appends all edits since the last call to the edit journal, so that no edit is lost if the process is killed. Must
   * be called before an edit is acknowledged; {@link editFailure} indicates whether writing has failed.
   */
  commitEdits(): void;
  /**
   * Flushes the edit journal to disk, so that edits survive a power failure. Should be called a few times per second.
   */
  syncEdits(): Promise<void>;
}

interface ControllerOptions {
  readonly projectStorage: ProjectStorage;
  readonly link: RuntimeLink;
  readonly bus: EventBus;
  readonly writeConsole: ConsoleWriter;
  readonly catalog: NodeCatalog;
  readonly layoutRunner: LayoutRunner;
  readonly now: () => Date;
  /** By default, uploaded files are neither limited nor checked. */
  readonly assetFileLimits?: AssetFileLimits;
  /** Locks the open project against other processes. Absent when no other process can access the project. */
  readonly lockProject?: LockProject | undefined;
  /** Returns whether the values of sensitive ports are shown in full. */
  exposesSensitive(): boolean;
}

export const createController = (options: ControllerOptions): Controller => {
  const { projectStorage, link, bus, writeConsole, catalog, layoutRunner, now, lockProject } = options;
  const { assetFileLimits } = options;
  const { exposesSensitive } = options;
  const variables: Variables = new Map();
  /** What the runtime that connected last offers besides the service's catalog. */
  let extension: LoadedExtension | undefined;
  const findAction = (name: string): NamedAction | undefined =>
    extension?.actions.get(name.toLowerCase()) ?? findActionByName(name);
  const listActions = (): string[] =>
    [...actionsByName.values(), ...(extension?.actions.values() ?? [])]
      .map(({ name }) => name)
      .filter(
        (name) =>
          canRunAction(link.capabilities, name) &&
          !link.capabilities?.serviceActions?.has(name.toLowerCase()),
      );
  const store: GraphStore = createGraphStore(createIdSource(), {
    catalog,
    now,
    exposesSensitive,
    findOptions: (port, graph) =>
      listDropdownOptions(port, graph, store, variables, {
        scenes: sceneNames,
        listActions,
      }),
    getProjectView: (graph) => ({
      variableType: (name) => listVisibleVariables(variables, graph.id).find((v) => v.name === name)?.type,
      findAction,
      listInterfacePorts(name) {
        const called = store.graphs.find(name);
        return called && listInterfacePorts(variables, called.id);
      },
    }),
  });
  /** Changed variables that have not been written to the edit journal yet. */
  const pendingVariables = new Set<string>();
  let sceneNames: readonly string[] | undefined;

  const runtimeState = createRuntimeState({ store, variables, pendingVariables });
  const raise = createRaiseEvent(runtimeState.latestEventTime, (event) => bus.publish([event]));
  const log = (line: ConsoleLine): void => raise('console.log', writeConsole(line));

  const variableEditor = createVariableEditor({ variables, pendingVariables, store, raise, log });
  const { control, ...sync } = createRuntimeSync({ link, store, variables, variableEditor, raise, log });
  const openingGraphs = createStartupGraphs({
    link,
    graphs: store.graphs,
    sync: control.sync,
    run: control.run,
    log,
  });

  /** Tells the runtime to which project its assets belong. The project opens even if this notification fails. */
  const notifyRuntimeOfProject = async (openProject: Project | undefined): Promise<void> => {
    if (!link.connected || link.capabilities?.acceptsProjects === false) return;
    const notification = openProject
      ? link.request('project.open', { folder: openProject.folder, name: openProject.name })
      : link.request('project.close', {});
    await notification.catch((failure) =>
      log({
        severity: 'warning',
        message: `The runtime may not have the assets of the project: ${describeErrorInOneLine(failure)}`,
      }),
    );
  };

  /**
   * Runs open, close and create operations one after another, so that two callers never receive the same path or
   * generated name.
   */
  const enqueue = createSerialQueue();
  const { getFiles, requireFiles, ...projectLifecycle } = createProjectLifecycle({
    ...{ projectStorage, lockProject, store, variables, pendingVariables, now, log, raise, enqueue },
    assetFileLimits,
    replaceVariables: variableEditor.replaceAll,
    notifyRuntime: notifyRuntimeOfProject,
    runStartupGraphs: ({ runAtOpening }) => openingGraphs.opened(runAtOpening),
    async releaseContents({ graphs, variables: left }) {
      openingGraphs.closed();
      try {
        for (const graph of graphs) await sync.unload(graph);
      } finally {
        // The deletions are reported only now, because graphs may still set variables until they have stopped.
        for (const variable of left) variableEditor.reportDeleted(variable);
      }
      await sync.deleteVariables(left.map(({ id }) => id));
    },
  });

  const activeScene = createActiveScene({ link, log });

  const undoContext = { store, openRemovedNode: createRemovedNodeOpener(store) };

  bus.subscribe(runtimeState.applyEvents);
  bus.subscribe(activeScene.trackEvents);
  link.listen({
    onExtension(loaded) {
      extension = loaded;
      bus.kinds.addOwn(loaded.events);
      catalog.setOwn(loaded.nodeTypes);
      getFiles()?.commit();
      reopenGraphsWithChangedTypes(store, log);
    },
    onWarning: (message) => log({ severity: 'warning', message }),
    onEvents(batch) {
      bus.publish(batch);
      sync.trackEvents(batch);
    },
    onEventsSkipped: bus.skip,
    onSceneNames(names) {
      sceneNames = names;
    },
    onIdleGraphs: runtimeState.setIdleGraphs,
  });
  link.onChange((connected) => {
    raise(connected ? 'runtime.connected' : 'runtime.disconnected', { kind: link.kind });
    if (!connected) {
      activeScene.disconnected();
      return;
    }
    sync.onReconnect();
    void notifyRuntimeOfProject(getFiles()?.project)
      .then(activeScene.connected)
      .then(openingGraphs.connected);
  });

  return {
    ...{ store, variables, variableEditor },
    layouts: createGraphLayouts({ store, layoutRunner, now, log }),
    toggleSteps(...request) {
      const steps = toggleSteps(undoContext, ...request);
      updateCallers(store, log);
      return steps;
    },
    get project() {
      return getFiles()?.project ?? null;
    },
    requireProject: () => requireFiles().project,
    requireAssetFiles() {
      const { assetFiles } = requireFiles();
      if (assetFiles) return assetFiles;
      throw new ApiError(
        'NO_PROJECT',
        'This host has no files for assets, because its project is not in a folder.',
        undefined,
        'Put the files into the store of the host. GET /api/discovery/runtime-assets lists the assets.',
      );
    },
    cancelUploads: () => void getFiles()?.assetFiles?.close(),
    refreshAssets: createAssetRefresh({ link, log }),
    getProjectState() {
      const files = requireFiles();
      files.commit();
      return { revision: files.revision, dirty: files.isDirty };
    },

    ...projectLifecycle,
    ...createGraphLifecycle({
      ...{ store, variables, variableEditor, log, getFiles, requireFiles, enqueue },
      ...{ unload: sync.unload, discard: sync.discard },
    }),
    ...control,

    get unsavedSince() {
      return getFiles()?.unsavedSince;
    },
    commitEdits: () => getFiles()?.commit(),
    get editFailure() {
      return getFiles()?.editFailure;
    },
    get hasUncommittedEdits() {
      return getFiles()?.hasUncommittedEdits ?? false;
    },
    syncEdits: async () => getFiles()?.sync(),
    syncWithFiles: async () => getFiles()?.syncWithFiles(),
    saveChanges: async () => getFiles()?.saveChanges(),
  };
};
