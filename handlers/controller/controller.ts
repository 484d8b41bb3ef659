import { createRaiseEvent } from '#runtime/link/raise-event.ts';
import { canRunAction, type RuntimeLink } from '#runtime/link/runtime-link.ts';
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { ApiError } from '#spec/errors.ts';
import { createGraphLifecycle, type GraphLifecycle } from './graph-lifecycle.ts';
import { listDropdownOptions } from './graphs/dropdown-options.ts';
import { createGraphStore, type GraphStore } from './graphs/graph-store.ts';
import { createIdSource } from './graphs/id-source.ts';
import { createIdleGraphTracker } from './idle-graph-tracker.ts';
import { createGraphLayouts, type GraphLayouts } from './layout/graph-layouts.ts';
import { createProjectLifecycle } from './projects/project-lifecycle.ts';
import { createProjectSession } from './projects/project-session.ts';
import { describeErrorInOneLine, type Project } from './projects/project.ts';
import { createRuntimeEventHandler } from './runtime-event-handler.ts';
import { createRuntimeSync, type RuntimeControl } from './runtime-sync.ts';
import { createStartupGraphs } from './startup-graphs.ts';
import { createVariableEditor, type VariableEditor } from './variables/variable-editor.ts';
import { listVisibleVariables, type Variables } from './variables/variables.ts';
import type { ConsoleLine, ConsoleWriter } from '#runtime/link/console-writer.ts';
import type { EventBus } from './bus/event-bus.ts';
import type { NodeCatalog } from './graphs/node-catalog.ts';
import type { LayoutRunner } from './layout/layout-runner.ts';
import type { ProjectFiles, ProjectStorage } from './projects/project-storage.ts';
import type { LockProject } from './projects/saving/project-lock.ts';

/**
 * The editing side of the service. It manages the open project with its graphs and variables, and synchronizes them
 * with the runtime.
 */
export interface Controller extends GraphLifecycle, RuntimeControl {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  readonly layouts: GraphLayouts;
  readonly project: Project | null;
  /**
   * Returns the open project.
   * @throws ApiError NO_PROJECT
   */
  requireProject(): Project;
  /**
   * Saves and closes the open project, then opens another. If the other project can't be opened, the previous one is
   * reopened.
   * @throws ProjectError when the project cannot be opened
   * @throws ApiError SAVE_FAILED when the open project cannot be saved; that project then stays open
   */
  openProject(folder: string): Promise<Project>;
  /**
   * Opens a project that a client has requested. The folder must already contain a project.
   * @throws ApiError ACTION_FAILED with the reason when the project cannot be opened
   */
  openExistingProject(path: string): Promise<Project>;
  /**
   * Closes the open project in the controller and in the runtime.
   * @param mustSave whether edits must be saved in the project's files, and not only in the edit journal; true by
   * default
   * @returns whether a project was open
   * @throws ApiError SAVE_FAILED when saving fails; the project then stays open
   */
  closeProject(mustSave?: boolean): Promise<boolean>;
  /**
   * Returns the open project's revision, and whether the project has edits that are not yet saved in its files.
   * @throws ApiError NO_PROJECT
   */
  getProjectState(): { readonly revision: number; readonly dirty: boolean };
  /** The time since which acknowledged edits could not be written to disk; `undefined` while all edits are on disk. */
  readonly unsavedSince: Date | undefined;
  /**
   * Appends all edits since the last call to the edit journal, so that no edit is lost if the process is killed. Must
   * be called before an edit is acknowledged; {@link editFailure} indicates whether writing has failed.
   */
  commitEdits(): void;
  /** The error that prevents writing edits to the journal (SAVE_FAILED); `undefined` while writing works. */
  readonly editFailure: ApiError | undefined;
  /** Whether there are edits since the last {@link commitEdits}. */
  readonly hasUncommittedEdits: boolean;
  /**
   * Flushes the edit journal to disk, so that edits survive a power failure. Should be called a few times per second.
   */
  syncEdits(): Promise<void>;
  /**
   * Applies changes that other programs have made to the project's files, and saves when nobody is editing. Should be
   * called a few times per second.
   */
  syncWithFiles(): Promise<void>;
  /**
   * Writes everything that has changed since the last save.
   * @throws ApiError SAVE_FAILED
   */
  saveChanges(): Promise<void>;
  /**
   * Records the service's address in the project lock. Other processes that find the project locked can then read the
   * address.
   */
  announceAddress(address: string): Promise<void>;
  /** Unlocks the project folder, so that another process can open it. */
  releaseProject(): Promise<void>;
}

interface ControllerOptions {
  readonly projectStorage: ProjectStorage;
  readonly link: RuntimeLink;
  readonly bus: EventBus;
  readonly writeConsole: ConsoleWriter;
  readonly catalog: NodeCatalog;
  readonly layoutRunner: LayoutRunner;
  readonly now: () => Date;
  /** Locks the open project against other processes. Absent when no other process can access the project. */
  readonly lockProject?: LockProject | undefined;
  /** Returns whether the values of sensitive ports are shown in full. */
  exposesSensitive(): boolean;
}

export const createController = ({
  projectStorage,
  link,
  bus,
  writeConsole,
  catalog,
  layoutRunner,
  now,
  lockProject,
  exposesSensitive,
}: ControllerOptions): Controller => {
  const variables: Variables = new Map();
  const store: GraphStore = createGraphStore(createIdSource(), {
    catalog,
    exposesSensitive,
    findOptions: (port, graph) =>
      listDropdownOptions(port, graph, store, variables, {
        scenes: sceneNames,
        hasAction: (name) => canRunAction(link.capabilities, name),
      }),
    getProjectView: (graph) => ({
      variableType: (name) => listVisibleVariables(variables, graph.id).find((v) => v.name === name)?.type,
    }),
  });
  /** Changed variables that have not been written to the edit journal yet. */
  const pendingVariables = new Set<string>();
  const latestEventTime = { tick: 0, time: 0 };
  /** The names of all scenes, as last reported by the runtime. */
  let sceneNames: readonly string[] | undefined;

  const raise = createRaiseEvent(latestEventTime, (event) => bus.publish([event]));
  const log = (line: ConsoleLine): void => raise('console.log', writeConsole(line));

  const variableEditor = createVariableEditor({ variables, pending: pendingVariables, store, raise, log });
  const { control, ...sync } = createRuntimeSync({ link, store, variables, variableEditor, raise, log });
  const session = createProjectSession({
    projectStorage,
    store,
    variables,
    pendingVariables,
    now,
    lockProject,
    replaceVariables: variableEditor.replaceAll,
    log,
  });
  const openingGraphs = createStartupGraphs({
    link,
    graphs: store.graphs,
    sync: control.sync,
    run: control.run,
    log,
  });

  /** Tells the runtime to which project its assets belong. The project opens even if this notification fails. */
  const notifyRuntimeOfProject = async (): Promise<void> => {
    if (!link.connected || link.capabilities?.acceptsProjects === false) return;
    const openProject = session.files?.project;
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

  bus.subscribe(createRuntimeEventHandler({ store, variables, pendingVariables, latestEventTime }));
  link.listen({
    onEvents(batch) {
      bus.publish(batch);
      sync.trackEvents(batch);
    },
    onEventsSkipped: bus.skip,
    onSceneNames(names) {
      sceneNames = names;
    },
    onIdleGraphs: createIdleGraphTracker(store),
  });
  link.onChange((connected) => {
    raise(connected ? 'runtime.connected' : 'runtime.disconnected', { kind: link.kind });
    if (!connected) return;
    sync.onReconnect();
    void notifyRuntimeOfProject().then(openingGraphs.connected);
  });

  const requireFiles = (): ProjectFiles => {
    if (session.files) return session.files;
    throw new ApiError('NO_PROJECT');
  };

  /**
   * Runs open, close and create operations one after another, so that two callers never receive the same path or
   * generated name.
   */
  const enqueue = createSerialQueue();
  const lifecycle = createProjectLifecycle({
    projectStorage,
    session,
    raise,
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

  return {
    store,
    variables,
    variableEditor,
    layouts: createGraphLayouts({ store, layoutRunner, now, log }),
    get project() {
      return session.files?.project ?? null;
    },
    requireProject: () => requireFiles().project,

    openProject: (folder) => enqueue(() => lifecycle.open(folder)),
    openExistingProject: (path) => enqueue(() => lifecycle.openExisting(path)),
    closeProject: (mustSave = true) => enqueue(() => lifecycle.close(mustSave)),
    getProjectState() {
      const files = requireFiles();
      files.commit();
      return { revision: files.revision, dirty: files.isDirty };
    },

    ...createGraphLifecycle({
      store,
      getFiles: () => session.files,
      requireFiles,
      enqueue,
      unload: sync.unload,
      discard: sync.discard,
    }),
    ...control,

    get unsavedSince() {
      return session.files?.unsavedSince;
    },
    commitEdits: () => session.files?.commit(),
    get editFailure() {
      return session.files?.editFailure;
    },
    get hasUncommittedEdits() {
      return session.files?.hasUncommittedEdits ?? false;
    },
    syncEdits: async () => session.files?.sync(),
    syncWithFiles: async () => session.files?.syncWithFiles(),
    saveChanges: async () => session.files?.saveChanges(),
    announceAddress: session.announceAddress,
    releaseProject: async () => void (await session.close()),
  };
};
