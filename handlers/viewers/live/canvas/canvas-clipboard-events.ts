import type { GraphEditor } from './graph-editor.ts';

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
      void editor.removeSelected();
    }),
    paste: listen((event) => void editor.paste(event.clipboardData?.getData('text/plain'))),
  };
  const types = ['copy', 'cut', 'paste'] as const;
  for (const type of types) document.addEventListener(type, listeners[type]);
  return () => {
    for (const type of types) document.removeEventListener(type, listeners[type]);
  };
};
