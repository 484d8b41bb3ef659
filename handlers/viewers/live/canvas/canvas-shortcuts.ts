import { type Direction, findNearestNode } from './nearest-node.ts';
import type { GraphEditor } from './graph-editor.ts';

interface DialogOpeners {
  search(): void;
  note(): void;
  menu(): void;
  connect(): void;
  extract(): void;
}

export interface Shortcut {
  readonly keys: string;
  readonly action: string;
}

/** The canvas's keyboard shortcuts, as the shortcuts sheet lists them. */
export const canvasShortcuts: readonly Shortcut[] = [
  { keys: 'N', action: 'Search for a node type to add, after the selected node or at the pointer' },
  { keys: 'Shift N', action: 'Add a note above the selection, or at the pointer' },
  { keys: 'Menu, Shift F10', action: 'Open the menu of what has the focus' },
  { keys: 'W', action: 'Connect the selected node' },
  { keys: 'G', action: 'Extract the selected nodes to a graph of their own' },
  { keys: 'Arrows', action: 'Go to the next node in that direction' },
  { keys: 'Ctrl Arrows', action: 'Move the selection' },
  { keys: 'Tab', action: 'Step through nodes, their fields and connections' },
  { keys: 'Enter, Escape', action: 'Enter and leave the fields of the selected node' },
  { keys: 'F', action: 'Fit the selection into view' },
  { keys: 'Shift F', action: 'Fit everything into view' },
  { keys: 'Ctrl A', action: 'Select everything' },
  { keys: 'Ctrl C, Ctrl X, Ctrl V', action: 'Copy, cut, paste, also between graphs, pages and programs' },
  { keys: 'Ctrl D', action: 'Duplicate the selection' },
  { keys: 'Delete', action: 'Remove the selection' },
  { keys: 'Shift and drag', action: 'Select several nodes' },
  { keys: 'Ctrl and click', action: 'Add to the selection or remove from it' },
];

const arrowDirections: Readonly<Record<string, Direction>> = {
  arrowleft: 'left',
  arrowright: 'right',
  arrowup: 'up',
  arrowdown: 'down',
};

const getMoveSteps: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** The distance by which an arrow key moves the selection, in canvas units. */
const moveStep = 20;

/** Creates a listener that runs the action for the pressed key, unless the focus is in a text field or dialog. */
export const listenForCanvasKeys =
  (editor: GraphEditor, dialogs: DialogOpeners) =>
  (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) {
      if (event.key === 'Escape') blurField(editor);
      return;
    }
    const key = event.key.toLowerCase();
    const isCtrlPressed = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const direction = arrowDirections[key];
    const action = direction
      ? () => (isCtrlPressed ? moveSelected(editor, direction) : selectNeighbor(editor, direction))
      : (isCtrlPressed ? createCtrlActions(editor) : createPlainActions(editor, dialogs, event))[key];
    if (!action) return;
    event.preventDefault();
    action();
  };

type KeyActions = Readonly<Record<string, (() => unknown) | undefined>>;

/**
 * Creates the actions for keys pressed with Ctrl. Copy, cut and paste are not included, because they have their own DOM
 * events.
 */
const createCtrlActions = (editor: GraphEditor): KeyActions => ({
  a: editor.selectAll,
  d: editor.duplicate,
});

const createPlainActions = (
  editor: GraphEditor,
  { search, note, menu, connect, extract }: DialogOpeners,
  { target, shiftKey }: KeyboardEvent,
): KeyActions => ({
  n: shiftKey ? note : search,
  contextmenu: menu,
  f10: shiftKey ? menu : undefined,
  w: connect,
  g: extract,
  f: () => editor.view.peek()?.[shiftKey ? 'fitAll' : 'fitSelection'](),
  delete: () => editor.removeSelected(),
  backspace: () => editor.removeSelected(),
  escape: () => {
    editor.selection.value = { nodes: [], connections: [] };
  },
  enter: isNode(target) ? () => focusFirstField(editor, target) : undefined,
});

const isNode = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.react-flow__node');

const focusFirstField = (editor: GraphEditor, node: HTMLElement): void => {
  editor.selection.value = { nodes: [node.dataset.id ?? ''], connections: [] };
  node.querySelector<HTMLElement>(':is(.port-field, .port) :is(input, select, .press), .note-text')?.focus();
};

/** Returns the id of the focused node, or else of the node that was selected last. */
const getActiveNodeId = (editor: GraphEditor): string | undefined =>
  document.activeElement?.closest<HTMLElement>('.react-flow__node')?.dataset.id ??
  editor.selection.peek().nodes.at(-1);

const blurField = (editor: GraphEditor): void => {
  const nodeId = getActiveNodeId(editor);
  if (nodeId !== undefined) editor.view.peek()?.showNode(nodeId);
};

const selectNeighbor = (editor: GraphEditor, direction: Direction): void => {
  const graph = editor.detail.peek();
  const next = graph && findNearestNode(graph, getActiveNodeId(editor), direction);
  if (next === undefined) return;
  editor.selection.value = { nodes: [next], connections: [] };
  editor.view.peek()?.showNode(next);
};

const moveSelected = (editor: GraphEditor, direction: Direction): void => {
  const { nodes: ids } = editor.selection.peek();
  const selectedNodes = editor.detail.peek()?.nodes.filter(({ id }) => ids.includes(id)) ?? [];
  const [x, y] = getMoveSteps[direction];
  const positions = selectedNodes.map(({ id, locationX, locationY }) => ({
    ...{ nodeId: id, locationX: locationX + x * moveStep, locationY: locationY + y * moveStep },
  }));
  if (positions.length > 0) void editor.change({ kind: 'move', positions });
};

/**
 * Makes copy, cut and paste act on nodes while the canvas has the focus and no text is selected or being edited.
 * @returns a function that removes the listeners
 */
export const listenForClipboardEvents = (editor: GraphEditor, canvas: HTMLElement): (() => void) => {
  const isCanvasFocused = (): boolean => {
    const { activeElement } = document;
    const isInField = activeElement?.closest('input, textarea, select, dialog') !== null;
    return canvas.contains(activeElement) && !isInField && getSelection()?.isCollapsed !== false;
  };
  const listen = (act: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
    if (!isCanvasFocused()) return;
    event.preventDefault();
    act(event);
  };
  const copy = (event: ClipboardEvent): void => {
    const text = editor.copy();
    if (text !== undefined) event.clipboardData?.setData('text/plain', text);
  };
  const listeners = {
    copy: listen(copy),
    cut: listen((event) => {
      copy(event);
      void editor.removeSelected('Cut');
    }),
    paste: listen((event) => void editor.paste(event.clipboardData?.getData('text/plain'))),
  };
  const types = ['copy', 'cut', 'paste'] as const;
  for (const type of types) document.addEventListener(type, listeners[type]);
  return () => {
    for (const type of types) document.removeEventListener(type, listeners[type]);
  };
};
