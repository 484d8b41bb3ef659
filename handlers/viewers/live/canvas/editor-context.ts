import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Editor } from './editor.ts';

export const EditorContext = createContext<Editor | undefined>(undefined);

/** What edits the open graph. */
export const useEditor = (): Editor => {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('Parts of the canvas are shown within its context.');
  return editor;
};
