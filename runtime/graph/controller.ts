import { readFile, stat } from 'node:fs/promises';
import { Fault } from '#spec/errors.ts';
import type { Envelope, EventData } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { EventBus } from '../events/bus.ts';
import type { ConsoleLine, ConsoleWriter } from '../events/console.ts';
import type { RaisedEvent, RuntimeLink, Stamp } from '../link/protocol.ts';
import { coerce } from './coerce.ts';
import type { GraphDocument, PortEnd } from './document.ts';
import { addGraph, removeGraph } from './edit.ts';
import { projectPath, resolveInside, writeAtomically } from './files.ts';
import { openGraphFile, printGraphFile } from './graph-file.ts';
import { createIdSource, type IdSource } from './ids.ts';
import { imageOf } from './image.ts';
import {
  firstLine,
  graphsFolder,
  listGraphFiles,
  type Project,
  printProjectFile,
  projectFilePath,
  readProject,
} from './project.ts';
import { optionsFor } from './options.ts';
import { createGraphStore, type GraphStore } from './store.ts';
import {
  addVariable,
  findVariable,
  type VariableDocument,
  type VariableRequest,
  type Variables,
  variablesInReach,
} from './variables.ts';

/** The editing side of the service: the open project with its graphs and variables, and what the runtime has of them. */
export interface Controller {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly project: Project | null;
  /** @throws ProjectError */
  openProject(folder: string): Promise<void>;
  /**
   * Creates a graph with Start and OnNewFrame.
   * @throws Fault NO_PROJECT, DUPLICATE_PATH, INVALID_REQUEST for a path outside the project
   */
  createGraph(request: {
    name?: string | undefined;
    path?: string | undefined;
    replace: boolean;
  }): Promise<GraphDocument>;
  /** Pushes a graph, and the variables, to the runtime. */
  sync(graph: GraphDocument): Promise<Stamp>;
  /** @throws Fault GRAPH_NOT_SYNCED */
  run(graph: GraphDocument): Promise<Stamp & { stale: boolean }>;
  stop(graph: GraphDocument): Promise<Stamp>;
  /** Presses a Button output of a running graph; a stopped one hears nothing. */
  press(end: PortEnd): Promise<void>;
  /** @throws Fault NO_PROJECT, GRAPH_NOT_FOUND, INVALID_VALUE, DUPLICATE_NAME */
  createVariable(request: VariableRequest): VariableDocument;
  /** @throws Fault VARIABLE_NOT_FOUND, INVALID_VALUE */
  writeVariable(id: string, raw: unknown): VariableDocument;
  /** @throws Fault VARIABLE_NOT_FOUND */
  deleteVariable(id: string): VariableDocument;
  pushVariable(variable: VariableDocument): Promise<Stamp>;
  dropVariable(variable: VariableDocument): Promise<Stamp>;
  /** Writes everything that changed since it was last on disk. */
  flush(): Promise<void>;
}

export interface ControllerOptions {
  readonly link: RuntimeLink;
  readonly bus: EventBus;
  readonly writeConsole: ConsoleWriter;
}

export const createController = ({ link, bus, writeConsole }: ControllerOptions): Controller => {
  const newId: IdSource = createIdSource();
  const variables: Variables = new Map();
  const store: GraphStore = createGraphStore(newId, {
    optionsOf: (port, graph) => optionsFor(port, graph, store, variables),
    viewOf: (graph) => ({
      variableType: (name) => variablesInReach(variables, graph.id).find((v) => v.name === name)?.type,
    }),
  });
  const savedRevisions = new Map<string, number>();
  let savedProject = '';
  let project: Project | null = null;
  let latest = { tick: 0, time: 0 };
  let flushing = Promise.resolve();

  const raise = (event: Omit<RaisedEvent, 'tick' | 'time'>): void => bus.publish([{ ...latest, ...event }]);

  const log = (line: ConsoleLine): void => raise({ type: 'console.log', data: { ...writeConsole(line) } });

  const follow = (batch: readonly Envelope[]): void => {
    for (const { type, tick, time, data, graphId } of batch) {
      latest = { tick, time };
      if (type === 'graph.running' || type === 'graph.stopped') {
        const graph = store.graphs.get(graphId ?? '');
        if (graph) graph.running = type === 'graph.running';
      } else if (type === 'variable.changed') {
        const { id, value } = data as EventData<'variable.changed'>;
        const variable = variables.get(id);
        if (variable) variable.value = value;
      } else if (type === 'variable.deleted') {
        variables.delete((data as EventData<'variable.deleted'>).id);
      }
    }
  };
  bus.subscribe(follow);

  const aboutVariable = ({ graphId }: VariableDocument) => (graphId ? { graphId } : {});

  const raiseChanged = (variable: VariableDocument, previous: Json): void =>
    raise({ type: 'variable.changed', ...aboutVariable(variable), data: { ...variable, previous } });

  const openProject = (): Project => {
    if (project) return project;
    throw new Fault('NO_PROJECT');
  };

  const nextName = (): string => {
    const taken = new Set([...store.graphs.values()].flatMap(({ name, path }) => [name, path]));
    let number = 1;
    while (taken.has(`Graph ${number}`) || taken.has(`${graphsFolder}/Graph ${number}.json`)) number += 1;
    return `Graph ${number}`;
  };

  const syncVariables = (): Promise<Stamp> =>
    link.request('variables.put', { variables: [...variables.values()] });

  const controller: Controller = {
    store,
    variables,
    get project() {
      return project;
    },

    async openProject(path) {
      const opened = await readProject(path);
      project = opened.project;
      for (const [id, variable] of opened.variables) variables.set(id, variable);
      savedProject = printProjectFile(variables);
      for (const file of await listGraphFiles(project)) {
        try {
          const place = await resolveInside(project.folder, file);
          const graph = openGraphFile(store, file, await readFile(place, 'utf8'));
          savedRevisions.set(graph.id, graph.revision);
        } catch (failure) {
          log({
            severity: 'error',
            message: `The graph file ${file} could not be opened: ${firstLine(failure)}`,
          });
        }
      }
      raise({ type: 'project.opened', data: { projectName: project.name, path: project.folder } });
    },

    async createGraph({ name, path, replace }) {
      const { folder } = openProject();
      const title = name ?? (path ? titleOf(path) : nextName());
      const file = withExtension(projectPath(path ?? `${graphsFolder}/${fileNameOf(title)}`));
      const place = await resolveInside(folder, file);
      const onDisk = await stat(place).then(
        () => true,
        () => false,
      );
      // Nothing is awaited between this look and the creation, so that two callers cannot both win the path.
      const present = [...store.graphs.values()].find((graph) => graph.path === file);
      if ((present || onDisk) && !replace) {
        throw new Fault('DUPLICATE_PATH', `'path' is '${file}', where a graph already exists.`, {
          path: file,
        });
      }
      if (present) removeGraph(store, present);
      const graph = addGraph(store, title, file);
      if (present?.syncedRevision !== undefined) await link.request('graph.unload', { graphId: present.id });
      return graph;
    },

    async sync(graph) {
      const { revision } = graph;
      await syncVariables();
      const stamp = await link.request('graph.load', { graph: imageOf(graph) });
      graph.syncedRevision = revision;
      return stamp;
    },

    async run(graph) {
      if (!link.connected) throw new Fault('RUNTIME_NOT_CONNECTED');
      if (graph.syncedRevision === undefined) {
        throw new Fault(
          'GRAPH_NOT_SYNCED',
          `The graph '${graph.name}' has never been synchronised to the runtime.`,
        );
      }
      const stamp = await link.request('graph.run', { graphId: graph.id });
      return { ...stamp, stale: graph.syncedRevision !== graph.revision };
    },

    stop: (graph) => link.request('graph.stop', { graphId: graph.id }),

    async press({ node, port }) {
      if (!node.graph.running) return;
      await link.request('graph.press', { graphId: node.graph.id, nodeId: node.id, port: port.name });
    },

    createVariable(request) {
      openProject();
      if (request.graphId !== undefined && !store.graphs.has(request.graphId)) {
        throw new Fault('GRAPH_NOT_FOUND', `'graphId' is '${request.graphId}', which no graph has.`);
      }
      return addVariable(variables, newId, request);
    },

    writeVariable(id, raw) {
      const variable = findVariable(variables, id);
      const value = coerce({ name: variable.name, type: variable.type }, raw);
      const previous = variable.value;
      if (JSON.stringify(previous) === JSON.stringify(value)) return variable;
      variable.value = value;
      raiseChanged(variable, previous);
      return variable;
    },

    deleteVariable(id) {
      const variable = findVariable(variables, id);
      variables.delete(id);
      raise({ type: 'variable.deleted', ...aboutVariable(variable), data: { ...variable } });
      return variable;
    },

    pushVariable: (variable) => link.request('variables.put', { variables: [variable] }),
    dropVariable: (variable) => link.request('variables.delete', { ids: [variable.id] }),

    flush() {
      flushing = flushing.then(writeChanges, writeChanges);
      return flushing;
    },
  };

  const writeChanges = async (): Promise<void> => {
    if (!project) return;
    const text = printProjectFile(variables);
    if (text !== savedProject) {
      await writeAtomically(projectFilePath(project), text);
      savedProject = text;
    }
    for (const graph of store.graphs.values()) {
      const { revision } = graph;
      if (savedRevisions.get(graph.id) === revision) continue;
      await writeAtomically(await resolveInside(project.folder, graph.path), printGraphFile(graph));
      savedRevisions.set(graph.id, revision);
    }
  };

  return controller;
};

const titleOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .pop()!
    .replace(/\.json$/i, '');

const withExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** A file name for a title: what file systems or paths take amiss becomes a dash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
const fileNameOf = (title: string): string => title.replace(/[\u0000-\u001f<>:"/\\|?*]|^\.+/g, '-');
