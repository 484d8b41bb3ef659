import { ApiError } from '#spec/errors.ts';
import type { EventBus } from './bus/bus.ts';
import type { ConsoleLine, ConsoleWriter } from '../link/console.ts';
import { createRaise } from '../link/raise.ts';
import type { RuntimeLink } from '../link/protocol.ts';
import type { NodeCatalog } from './graphs/catalog.ts';
import { createOpeningGraphs } from './opening-graphs.ts';
import { canDo } from '../link/abilities.ts';
import { followRuntime } from './follow-runtime.ts';
import { createGraphKeeping, type GraphKeeping } from './graph-keeping.ts';
import { followIdleGraphs } from './idle-graphs.ts';
import { createIdSource } from './graphs/ids.ts';
import type { Layouter } from './layout/layouter.ts';
import { createLayouts, type Layouts } from './layout/layouts.ts';
import { optionsFor } from './graphs/options.ts';
import { firstLine, type Project } from './projects/project.ts';
import type { ProjectFiles, ProjectHome } from './projects/project-home.ts';
import { createProjectDoor } from './projects/project-door.ts';
import { createProjectSession } from './projects/project-session.ts';
import type { LockProject } from './projects/saving/project-lock.ts';
import { createRuntimeSide, type RuntimeOrders } from './runtime-side.ts';
import { createGraphStore, type GraphStore } from './graphs/store.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { createVariableEditor, type VariableEditor } from './variables/variable-editor.ts';
import { type Variables, variablesInReach } from './variables/variables.ts';

/** The editing side of the service: the open project with its graphs and variables, and what the runtime has of them. */
export interface Controller extends GraphKeeping, RuntimeOrders {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  readonly layouts: Layouts;
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
  openNamed(path: string): Promise<Project>;
  /**
   * Lets go of the open project, here and in the runtime.
   * @param mustSave whether edits have to be in their files, and not in the journal of edits alone; they have to when absent
   * @returns whether one was open
   * @throws Fault SAVE_FAILED; the project stays open then
   */
  closeProject(mustSave?: boolean): Promise<boolean>;
  /** What is noted of the open project and what of that is in its files. @throws Fault NO_PROJECT */
  projectState(): { readonly revision: number; readonly dirty: boolean };
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
  readonly hasUnnotedEdits: boolean;
  /** Makes all that was noted down survive the machine: to be called a few times a second. */
  syncEdits(): Promise<void>;
  /** Takes in what other programs have changed, and saves in quiet moments: to be called a few times a second, too. */
  tend(): Promise<void>;
  /** Writes everything that changed since it was last on disk. @throws Fault SAVE_FAILED */
  flush(): Promise<void>;
  /** Says where the service can be reached, to whoever finds the project locked. */
  announce(address: string): Promise<void>;
  /** Lets go of the project folder, for another process to open. */
  release(): Promise<void>;
}

interface ControllerOptions {
  readonly home: ProjectHome;
  readonly link: RuntimeLink;
  readonly bus: EventBus;
  readonly writeConsole: ConsoleWriter;
  readonly catalog: NodeCatalog;
  readonly layouter: Layouter;
  readonly now: () => Date;
  /** Keeps other processes out of an open project; absent where nobody else can come. */
  readonly lockProject?: LockProject | undefined;
  /** Whether values of sensitive ports are shown in full. */
  exposesSensitive(): boolean;
}

export const createController = ({
  home,
  link,
  bus,
  writeConsole,
  catalog,
  layouter,
  now,
  lockProject,
  exposesSensitive,
}: ControllerOptions): Controller => {
  const variables: Variables = new Map();
  const store: GraphStore = createGraphStore(createIdSource(), {
    catalog,
    exposesSensitive,
    optionsOf: (port, graph) =>
      optionsFor(port, graph, store, variables, {
        scenes: sceneNames,
        hasAction: (name) => canDo(link.abilities, name),
      }),
    viewOf: (graph) => ({
      variableType: (name) => variablesInReach(variables, graph.id).find((v) => v.name === name)?.type,
    }),
  });
  /** Variables with changes that the journal of edits has yet to take. */
  const pendingVariables = new Set<string>();
  const latest = { tick: 0, time: 0 };
  /** Of all scenes, as the runtime told last. */
  let sceneNames: readonly string[] | undefined;

  const raise = createRaise(latest, (event) => bus.publish([event]));
  const log = (line: ConsoleLine): void => raise('console.log', writeConsole(line));

  const variableEditor = createVariableEditor({ variables, pending: pendingVariables, store, raise, log });
  const { orders, ...side } = createRuntimeSide({ link, store, variables, variableEditor, raise, log });
  const session = createProjectSession({
    home,
    store,
    variables,
    pendingVariables,
    now,
    lockProject,
    replaceVariables: variableEditor.replaceAll,
    log,
  });
  const openingGraphs = createOpeningGraphs({
    link,
    graphs: store.graphs,
    sync: orders.sync,
    run: orders.run,
    log,
  });

  /** The runtime learns whose assets those are that it has. What fails there is no failure to open a project. */
  const tellProject = async (): Promise<void> => {
    if (!link.connected || link.abilities?.projects === false) return;
    const open = session.files?.project;
    const told = open
      ? link.request('project.open', { folder: open.folder, name: open.name })
      : link.request('project.close', {});
    await told.catch((failure) =>
      log({
        severity: 'warning',
        message: `The runtime may not have the assets of the project: ${firstLine(failure)}`,
      }),
    );
  };

  bus.subscribe(followRuntime({ store, variables, pendingVariables, latest }));
  link.listen({
    events(batch) {
      bus.publish(batch);
      side.note(batch);
    },
    skipped: bus.skip,
    scenes(names) {
      sceneNames = names;
    },
    idle: followIdleGraphs(store),
  });
  link.onChange((connected) => {
    raise(connected ? 'runtime.connected' : 'runtime.disconnected', { kind: link.kind });
    if (!connected) return;
    side.returned();
    void tellProject().then(openingGraphs.connected);
  });

  const requireFiles = (): ProjectFiles => {
    if (session.files) return session.files;
    throw new ApiError('NO_PROJECT');
  };

  /** What opens, closes or creates takes turns, so that two callers never win one path or one generated name. */
  const inTurn = createSerialQueue();
  const door = createProjectDoor({
    home,
    session,
    raise,
    tell: tellProject,
    begin: ({ runAtOpening }) => openingGraphs.opened(runAtOpening),
    async giveUp({ graphs, variables: left }) {
      openingGraphs.closed();
      try {
        for (const graph of graphs) await side.unload(graph);
      } finally {
        // the graphs may set variables until they have stopped
        for (const variable of left) variableEditor.reportDeleted(variable);
      }
      await side.giveUpVariables(left.map(({ id }) => id));
    },
  });

  return {
    store,
    variables,
    variableEditor,
    layouts: createLayouts({ store, layouter, now, log }),
    get project() {
      return session.files?.project ?? null;
    },
    requireProject: () => requireFiles().project,

    openProject: (folder) => inTurn(() => door.open(folder)),
    openNamed: (path) => inTurn(() => door.openNamed(path)),
    closeProject: (mustSave = true) => inTurn(() => door.close(mustSave)),
    projectState() {
      const files = requireFiles();
      files.commit();
      return { revision: files.revision, dirty: files.isDirty };
    },

    ...createGraphKeeping({
      store,
      files: () => session.files,
      requireFiles,
      inTurn,
      unload: side.unload,
      letGo: side.letGo,
    }),
    ...orders,

    get unsavedSince() {
      return session.files?.unsavedSince;
    },
    commitEdits: () => session.files?.commit(),
    get editFailure() {
      return session.files?.editFailure;
    },
    get hasUnnotedEdits() {
      return session.files?.isBehind ?? false;
    },
    syncEdits: async () => session.files?.sync(),
    tend: async () => session.files?.tend(),
    flush: async () => session.files?.saveChanges(),
    announce: session.announce,
    release: async () => void (await session.letGo()),
  };
};
