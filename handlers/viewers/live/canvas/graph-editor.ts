import { computed, effect, signal, type Signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { createSerialQueue } from '../session/store-helpers.ts';
import { createExecutionActivity, type ExecutionActivity, trackExecution } from './execution-activity.ts';
import { applyChange } from './changes/apply-change.ts';
import {
  cloneFragment,
  extractFragment,
  moveFragment,
  parseFragment,
  serializeFragment,
} from './changes/graph-fragment.ts';
import { getBounds } from './canvas-geometry.ts';
import { listCandidates, type NodeCandidate, type SearchPurpose } from './making/node-candidates.ts';
import { emptyPlan, newNodeKey, type NodePlan } from './making/node-plan.ts';
import {
  getFragmentNodeBox,
  getNodeBox,
  getPositionAbove,
  getPositionAfter,
  getPositionAround,
  getPositionAtWireEnd,
  placeFragment,
} from './making/place-nodes.ts';
import { getConflictFingerprint } from './changes/conflict-fingerprint.ts';
import { toConnectionRefs } from './changes/edit-connections.ts';
import { type EditSource, offerToOverwrite } from '../app/edit-history.ts';
import { discoveryListsByType, readDiscoveredNames } from '../session/discovery.ts';
import { type ConnectionPreview, createConnectionPreview } from './connections/connection-validator.ts';
import type { CanvasBox, CanvasPoint, CanvasSize } from './canvas-geometry.ts';
import type { Notices } from '../app/notice-store.ts';
import type { GraphList } from '../graphs/graph-list-store.ts';
import {
  findNodeById,
  getNodeTitle,
  getRunGraphReference,
  type GraphDetail,
  type NodeRecord,
  noteCategory,
} from '../graphs/graph-types.ts';
import type { NodeTypeCatalog } from '../node-types/node-type-catalog.ts';
import type { OpenGraph } from '../graphs/open-graph-store.ts';
import type { Session } from '../session/session.ts';
import type { GraphChange, GraphFragment } from './changes/graph-change.ts';

export interface CanvasSelection {
  readonly nodes: readonly string[];
  readonly connections: readonly string[];
}

/** The visible part of the canvas. */
export interface CanvasViewport {
  /** Returns the point at which new nodes are placed if no position is given. */
  getCenter(): CanvasPoint;
  /** Scrolls a node into view and moves the focus to it. */
  showNode(nodeId: string): void;
  /** Zooms and scrolls so that the whole graph is visible. */
  fitAll(): void;
  /** Zooms and scrolls so that the selected nodes are visible, or the whole graph if none is selected. */
  fitSelection(): void;
  /** Scrolls an area into view, unless it is visible. */
  reveal(area: CanvasBox): void;
  /** Returns the size of a rendered node. */
  getNodeSize(nodeId: string): CanvasSize | undefined;
  /** Converts a point in the window to the canvas, and back. */
  toCanvas(point: CanvasPoint): CanvasPoint;
  toWindow(point: CanvasPoint): CanvasPoint;
}

/** Edits the open graph, with selection, undo and the clipboard. */
export interface GraphEditor extends Pick<OpenGraph, 'detail' | 'notes'>, EditSource {
  readonly activity: ExecutionActivity;
  readonly connectionPreview: ConnectionPreview;
  readonly selection: Signal<CanvasSelection>;
  /** The viewport of the rendered canvas, or `undefined` while no canvas is rendered. */
  readonly view: Signal<CanvasViewport | undefined>;
  /**
   * Makes a change that can be undone. Nodes added by the change are then selected.
   * @param onRejected called with the service's error; if given, no notice is shown
   */
  change(change: GraphChange, onRejected?: (failure: unknown) => void): Promise<void>;
  /**
   * Adds a node of the given type at the nearest free position.
   * @param point where the node is wanted; by default after the selected node, or else in the middle of what is visible
   * @param values the values of its input ports, by their names
   */
  addNode(category: string, point?: CanvasPoint, values?: NodePlan['values']): Promise<void>;
  /** Adds a note above the selected nodes, or else where it is wanted. */
  addNote(point?: CanvasPoint): Promise<void>;
  /** Adds a node in the way that a search has offered. */
  addCandidate(purpose: SearchPurpose, candidate: NodeCandidate, point?: CanvasPoint): Promise<void>;
  /**
   * Presses a manual button of a running graph.
   * @returns whether the service has accepted this
   */
  pressButton(portId: string): Promise<boolean>;
  /** Returns a function that loads suggestions for a port type, or `undefined` for types without suggestions. */
  suggest(type: string): (() => Promise<readonly string[]>) | undefined;
  /**
   * Removes the selection, and offers to undo this.
   * @param verb what the notice says has happened
   */
  removeSelected(verb?: string): Promise<void>;
  /**
   * Copies the selected nodes.
   * @returns the nodes as text for the clipboard, or `undefined` if nothing is selected
   */
  copy(): string | undefined;
  /**
   * Pastes the nodes in the given text. Without a text, the nodes that were copied last from any graph are pasted.
   * @param point where the nodes are wanted; by default beside the nodes that were copied
   */
  paste(text?: string, point?: CanvasPoint): Promise<void>;
  duplicate(): Promise<void>;
  /**
   * Turns the selected nodes into a graph of their own, and selects the node that calls it in their place.
   * @param onRejected called with the service's error, instead of a notice
   * @returns whether the service has done this
   */
  extractSelected(name: string, onRejected: (failure: unknown) => void): Promise<boolean>;
  /** Replaces a node that calls a graph with copies of the nodes of that graph. */
  inlineCall(node: NodeRecord): Promise<void>;
  /** Opens the graph that a node starts or calls. */
  openRunGraph(node: NodeRecord): void;
  selectAll(): void;
  dispose(): void;
}

/** Called with the service's error. When absent, the error is shown in a notice. */
type OnRejected = ((failure: unknown) => void) | undefined;

const emptySelection: CanvasSelection = { nodes: [], connections: [] };

/** Formats the counts that are not 0, such as '2 nodes and 1 wire'. */
const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' and ');

/** The part of a REVISION_CONFLICT's details that says what stands in the way of an undo. */
interface ConflictDetails {
  readonly conflicts?: readonly { readonly client: string; readonly summary: string }[];
}

/** Says who has changed what an undo would overwrite. */
const describeConflict = ({ details }: SceneRuntimeError, clientName: string): string => {
  const { conflicts: [first, ...others] = [] }: ConflictDetails = details ?? {};
  const author = first?.client === clientName ? 'This page has' : `${first?.client || 'Someone else'} has`;
  const more = others.length > 0 ? ` and ${formatCounts({ 'other change': others.length })}` : '';
  return `${author} made a change since${first ? ` (${first.summary}${more})` : ''}`;
};

interface GraphEditorOptions {
  readonly session: Pick<
    Session,
    'client' | 'clientName' | 'hub' | 'capabilities' | 'reconnectCount' | 'eventGap'
  >;
  readonly notices: Notices;
  readonly graphs: Pick<GraphList, 'list' | 'open' | 'openId' | 'find' | 'histories'>;
  readonly nodeTypes: Pick<NodeTypeCatalog, 'types'>;
  readonly nextFrame: (callback: (time: number) => void) => void;
}

export const createGraphEditor = (options: GraphEditorOptions): GraphEditor => {
  const { session, notices, graphs, nextFrame, nodeTypes } = options;
  const { client, clientName } = session;
  const { open, openId, histories } = graphs;
  const activity = createExecutionActivity(nextFrame);
  const selection = signal(emptySelection);
  const view = signal<CanvasViewport>();
  /** The fragment that was last copied or pasted, together with its text. The next paste is placed beside it. */
  let clipboard: { readonly text: string; readonly fragment: GraphFragment } | undefined;

  const enqueue = createSerialQueue();
  /**
   * Queues edits. An undo waits for the response to the previous edit, because this edit may be the one to undo. An edit
   * is dropped if another graph has been opened before its turn.
   */
  const runInOrder = <T>(edit: (graphId: string) => Promise<T>): Promise<T | undefined> => {
    const target = openId.peek();
    if (target === undefined) return Promise.resolve(undefined);
    return enqueue(async () => {
      if (openId.peek() === target) return histories.track(target, () => edit(target));
      notices.showInfo('The last edit was dropped because another graph was opened first.');
      return undefined;
    });
  };
  const reportConflict = (change: GraphChange): void =>
    notices.showInfo(
      'Someone else has just changed the same. The page shows their change; yours was not made.',
      {
        label: 'Apply anyway',
        isDecision: true,
        run: () => void performChange(change),
      },
    );
  /** @returns whether the change was made */
  const performChange = async (change: GraphChange, onRejected?: OnRejected): Promise<boolean> => {
    const isMade = await runInOrder(() =>
      open.edit(
        async (current) => {
          const { graph, nodeIds } = await applyChange({ client, ...current }, change);
          // select new nodes as soon as they appear, because a key that is pressed then refers to them
          if (nodeIds && current.graph.id === openId.peek())
            selection.value = { nodes: nodeIds, connections: [] };
          // the service removes missing ports together with their last wire
          const hasMissingPorts = current.graph.connections.some(({ isBroken }) => isBroken);
          return { graph: hasMissingPorts ? undefined : graph, outcome: true };
        },
        {
          getFingerprint: (current) => getConflictFingerprint(current, change),
          onConflict: () => reportConflict(change),
          onRejected,
        },
      ),
    );
    return isMade ?? false;
  };
  /**
   * Undoes or redoes the step with the given number, or else the latest one. Nodes that this adds are then selected,
   * unless the user has selected something else in the meantime.
   */
  const stepHistory = (direction: 'undo' | 'redo', number?: number, force = false): Promise<void> =>
    runInOrder(async (graphId) => {
      const step = number ?? histories.getNext(graphId, direction);
      if (step === undefined) return;
      const selectionBefore = selection.peek();
      const nodesBefore = await open.edit(
        async ({ graph }) => {
          const route =
            direction === 'undo' ? 'POST /api/graphs/{graphId}/undo' : 'POST /api/graphs/{graphId}/redo';
          await client.request(route, {
            params: { graphId },
            query: { sync: graph.state === 'running' },
            body: { step, force },
          });
          histories.recordToggle(graphId, direction, step);
          return { outcome: new Set(graph.nodes.map(({ id }) => id)) };
        },
        {
          onConflict: (conflict) =>
            offerToOverwrite(
              direction,
              describeConflict(conflict, clientName),
              () => void stepHistory(direction, step, true),
              notices,
            ),
          onRejected: (failure) => {
            const isGone = failure instanceof SceneRuntimeError && failure.code === 'NOTHING_TO_UNDO';
            if (!isGone) notices.showError(failure);
          },
        },
      );
      const { id, nodes = [] } = open.detail.peek() ?? {};
      const added = id === graphId && nodesBefore ? nodes.filter((node) => !nodesBefore.has(node.id)) : [];
      if (added.length > 0 && selection.peek() === selectionBefore)
        selection.value = { nodes: added.map((node) => node.id), connections: [] };
    });

  const getSelectedFragment = (): GraphFragment | undefined => {
    const graph = open.detail.peek();
    const { nodes } = selection.peek();
    return graph && nodes.length > 0 ? extractFragment(graph, open.notes.peek(), nodes, 'among') : undefined;
  };
  const measure = (nodeId: string): CanvasSize | undefined => view.peek()?.getNodeSize(nodeId);
  const place = (fragment: GraphFragment): GraphFragment =>
    placeFragment(fragment, open.detail.peek(), nodeTypes.types.peek(), measure);
  const addCopy = async (fragment: GraphFragment): Promise<void> => {
    await performChange({ kind: 'add', fragment: cloneFragment(fragment) });
  };
  const toFragment = (category: string, { values, marks, wires }: NodePlan, point: CanvasPoint) => {
    const node = { key: newNodeKey, category, locationX: point.x, locationY: point.y };
    return { nodes: [{ ...node, values, marks, note: undefined }], wires };
  };
  const addPlanned = async (category: string, plan: NodePlan, point: CanvasPoint): Promise<void> => {
    const fragment = place(toFragment(category, plan, point));
    await performChange({ kind: 'add', fragment });
    revealNodes(fragment);
  };
  const revealNodes = ({ nodes }: GraphFragment): void =>
    view.peek()?.reveal(getBounds(nodes.map((node) => getFragmentNodeBox(node, nodeTypes.types.peek()))));
  /** Returns the position at which a new node is in the middle of what is visible. */
  const getCentralPosition = (category: string): CanvasPoint => {
    const node = { category, locationX: 0, locationY: 0, values: {}, marks: [] };
    const size = getFragmentNodeBox(node, nodeTypes.types.peek());
    return getPositionAround(view.peek()?.getCenter() ?? { x: 0, y: 0 }, size);
  };
  const getSelectedNodes = (): NodeRecord[] => {
    const graph = open.detail.peek();
    return selection.peek().nodes.flatMap((id) => (graph && findNodeById(graph, id)) ?? []);
  };
  const addNodeAfterSelection = (category: string, values: NodePlan['values'] = {}): Promise<void> => {
    const [node, ...others] = getSelectedNodes();
    if (!node || others.length > 0)
      return addPlanned(category, { ...emptyPlan, values }, getCentralPosition(category));
    const type = nodeTypes.types.peek().get(category);
    const [candidate] = type ? listCandidates([type], { kind: 'after', node }, undefined) : [];
    const position = getPositionAfter(getNodeBox(node, measure));
    const plan = candidate?.plan ?? emptyPlan;
    return addPlanned(category, { ...plan, values: { ...plan.values, ...values } }, position);
  };
  const addCandidate: GraphEditor['addCandidate'] = async (purpose, { type, plan }, point) => {
    const { enumValue: category } = type;
    switch (purpose.kind) {
      case 'add':
        return point ? addPlanned(category, plan, point) : addNodeAfterSelection(category);
      case 'after':
        return addPlanned(category, plan, getPositionAfter(getNodeBox(purpose.node, measure)));
      case 'wire':
        return addPlanned(
          category,
          plan,
          point ? getPositionAtWireEnd(point, purpose.port) : getCentralPosition(category),
        );
      case 'insert': {
        const { output, input } = purpose;
        const fragment = place(toFragment(category, plan, point ?? getCentralPosition(category)));
        const cut = plan.wires.length > 0 ? [{ from: output, to: input }] : [];
        await performChange({
          kind: 'all',
          changes: [
            { kind: 'wires', cut, join: [] },
            { kind: 'add', fragment },
          ],
        });
        return;
      }
      case 'replace': {
        const { id, locationX, locationY } = purpose.node;
        const fragment = toFragment(category, plan, { x: locationX, y: locationY });
        await performChange({
          kind: 'all',
          changes: [
            { kind: 'add', fragment },
            { kind: 'remove', nodeIds: [id] },
          ],
        });
      }
    }
  };
  const copy = (): string | undefined => {
    const fragment = getSelectedFragment();
    if (!fragment) return undefined;
    const text = serializeFragment(fragment);
    clipboard = { text, fragment };
    return text;
  };
  const removeSelected = async (verb = 'Deleted'): Promise<void> => {
    const graph = open.detail.peek();
    const { nodes, connections } = selection.peek();
    if (!graph || nodes.length + connections.length === 0) return;
    const changes: GraphChange[] = [];
    if (connections.length > 0)
      changes.push({ kind: 'wires', cut: toConnectionRefs(graph, connections), join: [] });
    if (nodes.length > 0) changes.push({ kind: 'remove', nodeIds: nodes });
    const wireCount = graph.connections.filter(
      ({ id, outputNodeId, inputNodeId }) =>
        connections.includes(id) || nodes.includes(outputNodeId) || nodes.includes(inputNodeId),
    ).length;
    selection.value = emptySelection;
    if (nodes.length + wireCount === 0 || !(await performChange({ kind: 'all', changes }))) return;
    showUndoable(`${verb} ${formatCounts({ node: nodes.length, wire: wireCount })}`, graph);
  };
  /** Shows a notice about the latest edit of a graph, with a button that undoes only this edit. */
  const showUndoable = (text: string, { id, name }: GraphDetail): void => {
    const step = histories.getNext(id, 'undo');
    notices.showInfo(text, {
      label: 'Undo',
      run: () => {
        if (openId.peek() !== id) notices.showInfo(`Open the graph ${name} again to undo this.`);
        else void stepHistory('undo', step);
      },
    });
  };
  const revealSelected = (): void => {
    const boxes = getSelectedNodes().map((node) => getNodeBox(node, measure));
    if (boxes.length > 0) view.peek()?.reveal(getBounds(boxes));
  };
  const openGraph = (reference: string): void => {
    const graph = graphs.find(reference);
    if (graph) openId.value = graph.id;
    else notices.showInfo(`The project has no graph named ${reference}.`);
  };
  const extractSelected: GraphEditor['extractSelected'] = async (name, onRejected) => {
    const { nodes } = selection.peek();
    if (!(await performChange({ kind: 'extract', nodeIds: nodes, name }, onRejected))) return false;
    revealSelected();
    notices.showInfo(
      `Extracted ${formatCounts({ node: nodes.length })} to the graph ${name}. Undo keeps that graph.`,
      { label: 'Open', run: () => openGraph(name) },
    );
    return true;
  };
  const inlineCall = async (node: NodeRecord): Promise<void> => {
    const graph = open.detail.peek();
    if (!graph || !(await performChange({ kind: 'inline', nodeId: node.id }))) return;
    revealSelected();
    const added = formatCounts({ node: selection.peek().nodes.length });
    showUndoable(
      `Replaced the call of ${getNodeTitle(node)} with ${added || 'nothing, as it has no nodes'}`,
      graph,
    );
  };

  const disposers = [
    trackExecution(session, graphs, activity),
    effect(() => {
      selection.value = emptySelection;
      if (openId.value !== undefined) void histories.load(openId.value);
    }),
  ];

  return {
    detail: open.detail,
    notes: open.notes,
    activity,
    connectionPreview: createConnectionPreview({ session, detail: open.detail }),
    selection,
    view,
    stamps: computed(() => histories.getStamps(openId.value)),
    async change(change, onRejected) {
      await performChange(change, onRejected);
    },
    settle: () => enqueue(async () => {}),
    undo: () => stepHistory('undo'),
    redo: () => stepHistory('redo'),
    addNode: (category, point, values = {}) =>
      point ? addPlanned(category, { ...emptyPlan, values }, point) : addNodeAfterSelection(category, values),
    addNote(point) {
      const boxes = getSelectedNodes().map((node) => getNodeBox(node, measure));
      const position = boxes.length > 0 ? getPositionAbove(boxes) : point;
      return addPlanned(noteCategory, emptyPlan, position ?? getCentralPosition(noteCategory));
    },
    addCandidate,
    async pressButton(portId) {
      const params = { portId };
      const pressed = await notices.runAndReport(() =>
        client.request('PUT /api/ports/{portId}/value', { params, body: { value: true } }),
      );
      return pressed !== undefined;
    },
    suggest(type) {
      const list = discoveryListsByType[type];
      return list === undefined ? undefined : () => readDiscoveredNames(client, list).catch(() => []);
    },
    removeSelected,
    copy,
    async paste(text, point) {
      const isOwnCopy = text === undefined || text === clipboard?.text;
      const copied = isOwnCopy ? clipboard?.fragment : parseFragment(text);
      if (!copied || copied.nodes.length === 0) return;
      const { x, y } = getBounds(
        copied.nodes.map((node) => getFragmentNodeBox(node, nodeTypes.types.peek())),
      );
      const fragment = place(moveFragment(copied, (point?.x ?? x) - x, (point?.y ?? y) - y));
      clipboard = { text: text ?? clipboard?.text ?? '', fragment };
      await addCopy(fragment);
      revealNodes(fragment);
    },
    async duplicate() {
      const fragment = getSelectedFragment();
      if (fragment) await addCopy(place(fragment));
    },
    extractSelected,
    inlineCall,
    openRunGraph(node) {
      const reference = getRunGraphReference(node);
      if (reference !== undefined) openGraph(reference);
    },
    selectAll() {
      const { nodes = [], connections = [] } = open.detail.peek() ?? {};
      selection.value = { nodes: nodes.map(({ id }) => id), connections: connections.map(({ id }) => id) };
    },
    dispose() {
      for (const end of disposers) end();
    },
  };
};
