import type { Editor } from './editor.ts';

interface Shows {
  search(): void;
  help(): void;
}

interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** What the keyboard does on the canvas, as the sheet of shortcuts lists it. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'N', does: 'Search for a node type to add' },
  { keys: 'Ctrl Z', does: 'Undo' },
  { keys: 'Ctrl Shift Z, Ctrl Y', does: 'Redo' },
  { keys: 'Ctrl A', does: 'Select everything' },
  { keys: 'Ctrl C, Ctrl X, Ctrl V', does: 'Copy, cut, paste, also between graphs' },
  { keys: 'Ctrl D', does: 'Duplicate what is selected' },
  { keys: 'Delete', does: 'Remove what is selected' },
  { keys: 'Shift and drag', does: 'Select several nodes' },
  { keys: '?', does: 'Show this sheet' },
];

/** Does what a key stands for, unless somebody types into a field. */
export const listenForKeys =
  (editor: Editor, { search, help }: Shows) =>
  (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    const key = event.key.toLowerCase();
    const withCtrl: Readonly<Record<string, () => unknown>> = {
      z: event.shiftKey ? editor.redo : editor.undo,
      y: editor.redo,
      a: editor.selectAll,
      c: editor.copy,
      x: editor.cut,
      v: editor.paste,
      d: editor.duplicate,
    };
    const alone: Readonly<Record<string, () => unknown>> = {
      n: search,
      '?': help,
      delete: editor.removeSelected,
      backspace: editor.removeSelected,
    };
    const act = (event.ctrlKey || event.metaKey ? withCtrl : alone)[key];
    if (!act) return;
    event.preventDefault();
    act();
  };
