import { ApiError } from '#spec/errors.ts';
import type { EventBus } from './bus/event-bus.ts';
import type { ConsoleLine, ConsoleWriter } from '../link/console-writer.ts';
import { createRaiseEvent } from '../link/raise-event.ts';
import type { RuntimeLink } from '../link/runtime-link.ts';
import type { NodeCatalog } from './graphs/node-catalog.ts';
import { createStartupGraphs } from './startup-graphs.ts';
import { canRunAction } from '../link/capabilities.ts';
import { createRuntimeEventHandler } from './runtime-event-handler.ts';
import { createGraphLifecycle, type GraphLifecycle } from './graph-lifecycle.ts';
import { createIdleGraphTracker } from './idle-graph-tracker.ts';
import { createIdSource } from './graphs/id-source.ts';
import type { LayoutRunner } from './layout/layout-runner.ts';
import { createGraphLayouts, type GraphLayouts } from './layout/graph-layouts.ts';
import { listDropdownOptions } from './graphs/dropdown-options.ts';
import { describeErrorInOneLine, type Project } from './projects/project.ts';
import type { ProjectFiles, ProjectStorage } from './projects/project-storage.ts';
import { createProjectLifecycle } from './projects/project-lifecycle.ts';
import { createProjectSession } from './projects/project-session.ts';
import type { LockProject } from './projects/saving/project-lock.ts';
import { createRuntimeSync, type RuntimeControl } from './runtime-sync.ts';
import { createGraphStore, type GraphStore } from './graphs/graph-store.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { createVariableEditor, type VariableEditor } from './variables/variable-editor.ts';
import { type Variables, listVisibleVariables } from './variables/variables.ts';

/** The editing side of the service: the open project with its graphs and variables, and what the runtime has of them. */
export interface Controller extends GraphLifecycle, RuntimeControl {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  readonly layouts: GraphLayouts;
  readonly project: Project | null;
  /** The open project. @throws Fault NO_PROJECT */
  requireProject(): Project;
  /**
   * Opens a project in place of the open one, which is saved first, and is opened again when the other cannot be.
   * @throws ProjectError; Fault SAVE_FAILED when the open one cannot be saved, and stays open
   */
  openProject(folder: string): Promise<Project>;
  /**
   * The same, of what a client has named: only what is a project already.
   * @throws Fault ACTION_FAILED, which says why it cannot be opened
   */
  openExistingProject(path: string): Promise<Project>;
  /**
   * Lets go of the open project, here and in the runtime.
   * @param mustSave whether edits have to be in their files, and not in the journal of edits alone; they have to when absent
   * @returns whether one was open
   * @throws Fault SAVE_FAILED; the project stays open then
   */
  closeProject(mustSave?: boolean): Promise<boolean>;
  /** What is noted of the open project and what of that is in its files. @throws Fault NO_PROJECT */
  getProjectState(): { readonly revision: number; readonly dirty: boolean };
  /** Since when something acknowledged is not on disk because it cannot be written; undefined while all is. */
  readonly unsavedSince: Date | undefined;
  /**
   * Notes down every edit since the last call, so that a killed process loses none: to be called before one is acknowledged.
   * {@link editFailure} says whether that failed.
   */
  commitEdits(): void;
  /** Why edits cannot be noted down, SAVE_FAILED; undefined while they can. */
  readonly editFailure: ApiError | undefined;
  /** Whether there are edits since that call. */
  readonly hasUncommittedEdits: boolean;
  /** Makes all that was noted down survive the machine: to be called a few times a second. */
  syncEdits(): Promise<void>;
  /** Takes in what other programs have changed, and saves in quiet moments: to be called a few times a second, too. */
  syncWithFiles(): Promise<void>;
  /** Writes everything that changed since it was last on disk. @throws Fault SAVE_FAILED */
  saveChanges(): Promise<void>;
  /** Says where the service can be reached, to whoever finds the project locked. */
  announceAddress(address: string): Promise<void>;
  /** Lets go of the project folder, for another process to open. */
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
  /** Keeps other processes out of an open project; absent where nobody else can come. */
  readonly lockProject?: LockProject | undefined;
  /** Whether values of sensitive ports are shown in full. */
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
  /** Variables with changes that the journal of edits has yet to take. */
  const pendingVariables = new Set<string>();
  const latest = { tick: 0, time: 0 };
  /** Of all scenes, as the runtime told last. */
  let sceneNames: readonly string[] | undefined;

  const raise = createRaiseEvent(latest, (event) => bus.publish([event]));
  const log = (line: ConsoleLine): void => raise('console.log', writeConsole(line));

  const variableEditor = createVariableEditor({ variables, pending: pendingVariables, store, raise, log });
  const { control, ...side } = createRuntimeSync({ link, store, variables, variableEditor, raise, log });
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

  /** The runtime learns whose assets those are that it has. What fails there is no failure to open a project. */
  const tellProject = async (): Promise<void> => {
    if (!link.connected || link.capabilities?.acceptsProjects === false) return;
    const open = session.files?.project;
    const told = open
      ? link.request('project.open', { folder: open.folder, name: open.name })
      : link.request('project.close', {});
    await told.catch((failure) =>
      log({
        severity: 'warning',
        message: `The runtime may not have the assets of the project: ${describeErrorInOneLine(failure)}`,
      }),
    );
  };

  bus.subscribe(createRuntimeEventHandler({ store, variables, pendingVariables, latestEventTime: latest }));
  link.listen({
    onEvents(batch) {
      bus.publish(batch);
      side.trackEvents(batch);
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
    side.onReconnect();
    void tellProject().then(openingGraphs.connected);
  });

  const requireFiles = (): ProjectFiles => {
    if (session.files) return session.files;
    throw new ApiError('NO_PROJECT');
  };

  /** What opens, closes or creates takes turns, so that two callers never win one path or one generated name. */
  const inTurn = createSerialQueue();
  const door = createProjectLifecycle({
    projectStorage,
    session,
    raise,
    notifyRuntime: tellProject,
    runStartupGraphs: ({ runAtOpening }) => openingGraphs.opened(runAtOpening),
    async releaseContents({ graphs, variables: left }) {
      openingGraphs.closed();
      try {
        for (const graph of graphs) await side.unload(graph);
      } finally {
        // the graphs may set variables until they have stopped
        for (const variable of left) variableEditor.reportDeleted(variable);
      }
      await side.deleteVariables(left.map(({ id }) => id));
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

    openProject: (folder) => inTurn(() => door.open(folder)),
    openExistingProject: (path) => inTurn(() => door.openExisting(path)),
    closeProject: (mustSave = true) => inTurn(() => door.close(mustSave)),
    getProjectState() {
      const files = requireFiles();
      files.commit();
      return { revision: files.revision, dirty: files.isDirty };
    },

    ...createGraphLifecycle({
      store,
      getFiles: () => session.files,
      requireFiles,
      enqueue: inTurn,
      unload: side.unload,
      discard: side.discard,
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
