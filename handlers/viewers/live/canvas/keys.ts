import { neighbourOf, type Way } from './neighbour.ts';
import type { Editor } from './editor.ts';

interface Shows {
  search(): void;
  wire(): void;
  help(): void;
}

interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** What the keyboard does on the canvas, as the sheet of shortcuts lists it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'N', does: 'Search for a node type to add' },
  { keys: 'W', does: 'Draw a wire from the selected node' },
  { keys: 'Arrows', does: 'Go to the next node in that direction' },
  { keys: 'Ctrl Arrows', does: 'Move what is selected' },
  { keys: 'Tab', does: 'Go through nodes, their fields and wires' },
  { keys: 'Enter, Escape', does: 'Into the fields of the selected node, and out of them' },
  { keys: 'F', does: 'Bring everything into sight' },
  { keys: 'Ctrl Z', does: 'Undo' },
  { keys: 'Ctrl Shift Z, Ctrl Y', does: 'Redo' },
  { keys: 'Ctrl A', does: 'Select everything' },
  { keys: 'Ctrl C, Ctrl X, Ctrl V', does: 'Copy, cut, paste, also between graphs, pages and programs' },
  { keys: 'Ctrl D', does: 'Duplicate what is selected' },
  { keys: 'Delete', does: 'Remove what is selected' },
  { keys: 'Shift and drag', does: 'Select several nodes' },
  { keys: 'Ctrl and click', does: 'Add to what is selected, or take away from it' },
  { keys: 'F2, Delete', does: 'In the list of graphs: rename, delete' },
  { keys: '?', does: 'Show this sheet' },
];

const ways: Readonly<Record<string, Way>> = {
  arrowleft: 'left',
  arrowright: 'right',
  arrowup: 'up',
  arrowdown: 'down',
};

const stepsOf: Readonly<Record<Way, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** How far a key moves what is selected, in canvas units. */
const stride = 20;

/** Does what a key stands for, unless somebody types into a field. */
export const listenForKeys =
  (editor: Editor, shows: Shows) =>
  (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) {
      if (event.key === 'Escape') leaveField(editor);
      return;
    }
    const key = event.key.toLowerCase();
    const isWithCtrl = event.ctrlKey || event.metaKey;
    const way = ways[key];
    const act = way
      ? () => (isWithCtrl ? moveSelected(editor, way) : goTo(editor, way))
      : (isWithCtrl ? withCtrl(editor, event.shiftKey) : alone(editor, shows, event))[key];
    if (!act) return;
    event.preventDefault();
    act();
  };

type Acts = Readonly<Record<string, (() => unknown) | undefined>>;

/** Copy, cut and paste are events of their own. */
const withCtrl = (editor: Editor, isShifted: boolean): Acts => ({
  z: isShifted ? editor.redo : editor.undo,
  y: editor.redo,
  a: editor.selectAll,
  d: editor.duplicate,
});

const alone = (editor: Editor, { search, wire, help }: Shows, { target }: KeyboardEvent): Acts => ({
  n: search,
  w: wire,
  f: () => editor.view.peek()?.fit(),
  '?': help,
  delete: editor.removeSelected,
  backspace: editor.removeSelected,
  escape: () => {
    editor.selection.value = { nodes: [], wires: [] };
  },
  enter: isNode(target) ? () => enterFields(editor, target) : undefined,
});

const isNode = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.react-flow__node');

/** Selects a node, and goes to its first field. */
const enterFields = (editor: Editor, node: HTMLElement): void => {
  editor.selection.value = { nodes: [node.dataset.id ?? ''], wires: [] };
  node.querySelector<HTMLElement>('.field :is(input, select, button), .note-text')?.focus();
};

/** The node that has the focus, or the last that was selected. */
const nodeInHand = (editor: Editor): string | undefined =>
  document.activeElement?.closest<HTMLElement>('.react-flow__node')?.dataset.id ??
  editor.selection.peek().nodes.at(-1);

const leaveField = (editor: Editor): void => {
  const nodeId = nodeInHand(editor);
  if (nodeId !== undefined) editor.view.peek()?.show(nodeId);
};

const goTo = (editor: Editor, way: Way): void => {
  const graph = editor.detail.peek();
  const next = graph && neighbourOf(graph, nodeInHand(editor), way);
  if (next === undefined) return;
  editor.selection.value = { nodes: [next], wires: [] };
  editor.view.peek()?.show(next);
};

const moveSelected = (editor: Editor, way: Way): void => {
  const { nodes: ids } = editor.selection.peek();
  const moved = editor.detail.peek()?.nodes.filter(({ id }) => ids.includes(id)) ?? [];
  const [x, y] = stepsOf[way];
  const places = moved.map(({ id, locationX, locationY }) => ({
    ...{ nodeId: id, locationX: locationX + x * stride, locationY: locationY + y * stride },
  }));
  if (places.length > 0) void editor.change({ kind: 'place', places });
};
