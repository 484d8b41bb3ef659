import { Fault } from '#spec/errors.ts';
import type { EventData } from '#spec/events.ts';
import type { EventBus } from './bus/bus.ts';
import type { ConsoleLine, ConsoleWriter } from '../link/console.ts';
import { createRaise } from '../link/raise.ts';
import type { Json } from '#spec/values.ts';
import type { Hearers, PortSample, RaisedEvent, RuntimeLink, Stamp } from '../link/protocol.ts';
import type { NodeCatalog } from './graphs/catalog.ts';
import { createComparison } from './comparison.ts';
import { createPushedGraphs } from './pushed-graphs.ts';
import { requireTypes } from './required-types.ts';
import { createOpeningGraphs } from './opening-graphs.ts';
import { canDo } from '../link/abilities.ts';
import { imageOf } from './graphs/image.ts';
import { countEdit, touchHead } from './graphs/changes.ts';
import type { GraphDocument, PortEnd } from './graphs/document.ts';
import { addGraph, graphRunning, putBack, removeGraph } from './graphs/edit.ts';
import { copyGraph } from './projects/graph-file.ts';
import { graphPath, titleOf } from './projects/graph-paths.ts';
import type { Place } from './projects/places.ts';
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
import { createGraphStore, type GraphStore } from './graphs/store.ts';
import { createTurns } from '../turns.ts';
import { createVariableEditor, type VariableEditor } from './variables/variable-editor.ts';
import { type VariableDocument, type Variables, variablesInReach } from './variables/variables.ts';

/** The editing side of the service: the open project with its graphs and variables, and what the runtime has of them. */
export interface Controller {
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
  /**
   * Creates a graph with Start and OnNewFrame.
   * @throws Fault NO_PROJECT, DUPLICATE_PATH, INVALID_REQUEST for a path that is not for graphs
   */
  createGraph(request: {
    name?: string | undefined;
    path?: string | undefined;
    replace: boolean;
  }): Promise<GraphDocument>;
  /** Gives a graph another name; its file stays where it is. */
  rename(graph: GraphDocument, name: string): void;
  /** Takes a graph out of the controller, and stops it; its file stays unless it is to go. */
  remove(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  /** Writes a graph to its file. @throws Fault GRAPH_RUNNING */
  save(graph: GraphDocument): Promise<void>;
  /** @throws Fault GRAPH_RUNNING, NO_PROJECT, DUPLICATE_PATH, INVALID_REQUEST for a path that is not for graphs */
  duplicate(
    graph: GraphDocument,
    request: { name?: string | undefined; path?: string | undefined },
  ): Promise<GraphDocument>;
  /** Fetches the present values of the ports that changed since a graph started. @throws Fault GRAPH_NOT_SYNCED */
  syncPorts(graph: GraphDocument): Promise<Stamp & { ports: readonly PortSample[] }>;
  /** Pushes a graph, and the variables, to the runtime. */
  sync(graph: GraphDocument): Promise<Stamp>;
  /**
   * @param options whether one that runs is stopped first
   * @returns whether what was pushed last is older than the document, and whether it has started: one that ran may go on
   * @throws Fault GRAPH_NOT_SYNCED
   */
  run(
    graph: GraphDocument,
    options?: { restart: boolean },
  ): Promise<Stamp & { stale: boolean; started: boolean }>;
  stop(graph: GraphDocument): Promise<Stamp>;
  /** Sends a custom event into a graph, or into all that run. @returns who listens to it */
  send(
    event: { readonly name: string; readonly payload: Json },
    graph?: GraphDocument,
  ): Promise<Stamp & { heard: Hearers }>;
  /** Presses a Button output of a running graph; a stopped one hears nothing. @returns whether it was heard */
  press(end: PortEnd): Promise<boolean>;
  pushVariable(variable: VariableDocument): Promise<Stamp>;
  dropVariable(variable: VariableDocument): Promise<Stamp>;
  /** Since when something acknowledged is not on disk because it cannot be written; undefined while all is. */
  readonly unsavedSince: Date | undefined;
  /** Notes down every edit since the last call, so that a killed process loses none: to be called before one is acknowledged. */
  commitEdits(): void;
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
  /** What the runtime is to give up as soon as the link is up again. */
  const owed: (() => Promise<unknown>)[] = [];
  const latest = { tick: 0, time: 0 };
  /** Of all scenes, as the runtime told last. */
  let sceneNames: readonly string[] | undefined;

  /** What is in a process of its own may come back without what it was given, or with something else. */
  const mayLose = link.kind === 'remote';
  /** Creations take turns, so that two callers never win one path or one generated name. */
  const inCreationTurn = createTurns();

  const raise = createRaise(latest, (event) => bus.publish([event]));

  const log = (line: ConsoleLine): void => raise('console.log', writeConsole(line));

  const follow = (batch: readonly RaisedEvent[]): void => {
    for (const { type, tick, time, data, graphId } of batch) {
      latest.tick = tick;
      latest.time = time;
      if (type === 'graph.running' || type === 'graph.stopped') {
        const graph = store.graphs.get(graphId ?? '');
        if (!graph) continue;
        graph.running = type === 'graph.running';
        if (graph.running) graph.live.clear();
      } else if (type === 'ports.updated') {
        const graph = store.graphs.get(graphId ?? '');
        if (graph) keepLive(graph, (data as EventData<'ports.updated'>).ports);
      } else if (type === 'variable.changed') {
        const { id, value } = data as EventData<'variable.changed'>;
        const variable = variables.get(id);
        if (!variable) continue;
        variable.value = value;
        pendingVariables.add(id);
      } else if (type === 'variable.deleted') {
        const { id } = data as EventData<'variable.deleted'>;
        if (variables.delete(id)) pendingVariables.add(id);
      }
    }
  };
  const tellUnpaid = (failure: unknown): void =>
    log({
      severity: 'warning',
      message: `The runtime may still hold what was removed while it was away: ${firstLine(failure)}`,
    });

  bus.subscribe(follow);
  link.listen({
    events(batch) {
      bus.publish(batch);
      if (mayLose) noteChanges(batch);
    },
    scenes(names) {
      sceneNames = names;
    },
    idle: followIdleGraphs(store),
  });
  link.onReturn(async (holdings, request) => {
    // whatever it has that nobody wants any more is found by comparing
    owed.length = 0;
    await comparison.compare(holdings, request);
  });
  link.onChange((connected) => {
    raise(connected ? 'runtime.connected' : 'runtime.disconnected', { kind: link.kind });
    if (!connected) return;
    for (const giveUp of owed.splice(0)) void giveUp().catch(tellUnpaid);
    void tellProject().then(openingGraphs.connected);
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

  const pushed = createPushedGraphs(mayLose);
  const comparison = createComparison({ store, variables, pushed, raise, log });

  const noteValues = (values: readonly Pick<VariableDocument, 'id' | 'value'>[]): void => {
    for (const { id, value } of values) comparison.hasValue(id, value);
  };
  const noteChanges = (batch: readonly RaisedEvent[]): void =>
    noteValues(
      batch.flatMap(({ type, data }) =>
        type === 'variable.changed' ? [data as EventData<'variable.changed'>] : [],
      ),
    );

  const variableEditor = createVariableEditor({ variables, pending: pendingVariables, store, raise, log });
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

  const requireFiles = (): ProjectFiles => {
    if (session.files) return session.files;
    throw new Fault('NO_PROJECT');
  };

  /** A name that no graph has, and whose file is free: the stem and a number. */
  const nextName = async (stem: string): Promise<string> => {
    const unusedFrom = (number: number): number => store.graphs.unusedNumber(stem, number);
    for (let number = unusedFrom(1); ; number = unusedFrom(number + 1)) {
      const name = `${stem} ${number}`;
      const { isTaken } = await requireFiles().places.find(graphPath(name, undefined));
      if (!isTaken) return name;
    }
  };

  const placeFor = (title: string, path: string | undefined, replace: boolean): Promise<Place> =>
    requireFiles().places.free(graphPath(title, path), replace);

  const whenConnected = async (giveUp: () => Promise<unknown>): Promise<void> => {
    if (link.connected) await giveUp();
    else owed.push(giveUp);
  };

  /** The runtime gives up a graph that it may have: at once, or when it is there again. */
  const unload = async ({ id, syncedRevision }: GraphDocument): Promise<void> => {
    if (syncedRevision === undefined) return;
    pushed.forget(id);
    await whenConnected(() => link.request('graph.unload', { graphId: id }));
  };

  /** The same of a graph that will never come back: its variables go with it. */
  const letGo = async (graph: GraphDocument): Promise<void> => {
    try {
      await unload(graph);
    } finally {
      const own = [...variables.values()].filter(({ graphId }) => graphId === graph.id);
      for (const variable of own) variableEditor.delete(variable);
      const ids = own.map(({ id }) => id);
      if (ids.length > 0) await whenConnected(() => link.request('variables.delete', { ids }));
    }
  };

  const keepLive = (graph: GraphDocument, ports: readonly PortSample[]): void => {
    for (const { portId, value } of ports) graph.live.set(portId, value);
  };

  const pushVariables = async (pushed: readonly VariableDocument[]): Promise<Stamp> => {
    const given = pushed.map((variable) => ({ ...variable }));
    const stamp = await link.request('variables.put', { variables: given });
    if (mayLose) noteValues(given);
    return stamp;
  };

  const sync: Controller['sync'] = async (graph) => {
    const image = imageOf(graph);
    requireTypes(image, link.abilities);
    const { imageRevision } = graph;
    graph.idle = false;
    // neither waits for the answer to the other: over a wire, steps would be made meanwhile
    const [, stamp] = await Promise.all([
      pushVariables([...variables.values()]),
      pushed.push(image, link.request),
    ]);
    graph.syncedRevision = imageRevision;
    return stamp;
  };

  const run: Controller['run'] = async (graph, { restart } = { restart: false }) => {
    if (!link.connected) throw new Fault('RUNTIME_NOT_CONNECTED');
    if (graph.syncedRevision === undefined) throw notSynced(graph);
    const isRestarted = restart && graph.running;
    const started = isRestarted || !graph.running;
    if (started) graph.idle = false;
    const { id: graphId } = graph;
    // as in sync, so that the graph misses no step
    const stopped = isRestarted ? link.request('graph.stop', { graphId }) : undefined;
    const [stamp] = await Promise.all([link.request('graph.run', { graphId }), stopped]);
    return { ...stamp, stale: graph.syncedRevision !== graph.imageRevision, started };
  };

  const openingGraphs = createOpeningGraphs({ link, graphs: store.graphs, sync, run, log });

  const door = createProjectDoor({
    home,
    session,
    raise,
    tell: tellProject,
    begin: ({ runAtOpening }) => openingGraphs.opened(runAtOpening),
    async giveUp({ graphs, variableIds }) {
      openingGraphs.closed();
      for (const graph of graphs) await unload(graph);
      await whenConnected(() => link.request('variables.delete', { ids: variableIds }));
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

    openProject: (folder) => inCreationTurn(() => door.open(folder)),
    openNamed: (path) => inCreationTurn(() => door.openNamed(path)),
    closeProject: (mustSave = true) => inCreationTurn(() => door.close(mustSave)),
    projectState() {
      const files = requireFiles();
      files.commit();
      return { revision: files.revision, dirty: files.isDirty };
    },

    createGraph: ({ name, path, replace }) =>
      inCreationTurn(async () => {
        const title = name ?? (path ? titleOf(path) : await nextName('Graph'));
        const place = await placeFor(title, path, replace);
        const { graph: present } = place;
        if (present) {
          await session.files?.forget(present, { deleteFile: false });
          removeGraph(store, present);
        }
        const graph = addGraph(store, title, place.path);
        if (present) await letGo(present);
        return graph;
      }),

    rename(graph, name) {
      store.graphs.rename(graph, name);
      touchHead(graph);
      countEdit(graph);
    },

    async remove(graph, options) {
      // First of all, so that nobody edits what is about to go.
      removeGraph(store, graph);
      try {
        if (!options.deleteFile) await session.files?.save(graph);
        await session.files?.forget(graph, options);
      } catch (failure) {
        putBack(store, graph);
        throw failure;
      }
      await (options.deleteFile ? letGo(graph) : unload(graph));
    },

    async save(graph) {
      if (graph.running) throw graphRunning(graph);
      await session.files?.save(graph);
    },

    duplicate: (graph, { name, path }) =>
      inCreationTurn(async () => {
        if (graph.running) throw graphRunning(graph);
        const title = name ?? (path ? titleOf(path) : await nextName(`${graph.name} copy`));
        const place = await placeFor(title, path, false);
        return copyGraph(store, graph, title, place.path);
      }),

    async syncPorts(graph) {
      if (graph.syncedRevision === undefined) throw notSynced(graph);
      const flushed = await link.request('graph.flush', { graphId: graph.id });
      keepLive(graph, flushed.ports);
      return flushed;
    },

    sync,
    run,

    stop: (graph) => link.request('graph.stop', { graphId: graph.id }),

    send: ({ name, payload }, graph) =>
      link.request('graph.send', { name, payload, ...(graph && { graphId: graph.id }) }),

    async press({ node, port }) {
      if (!node.graph.running) return false;
      await link.request('graph.press', { graphId: node.graph.id, nodeId: node.id, port: port.name });
      return true;
    },

    pushVariable: (variable) => pushVariables([variable]),
    dropVariable: (variable) => link.request('variables.delete', { ids: [variable.id] }),

    get unsavedSince() {
      return session.files?.unsavedSince;
    },
    commitEdits: () => session.files?.commit(),
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

const notSynced = ({ name }: GraphDocument): Fault =>
  new Fault('GRAPH_NOT_SYNCED', `The graph '${name}' has never been synchronised to the runtime.`);
