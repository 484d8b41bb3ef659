import { useState } from 'preact/hooks';
import { useEditor } from './editor-context.ts';
import type { CardData } from './flow-items.ts';

/** A Note node: a sticky note, whose text is edited where it stands. */
export const NoteCard = ({ data: { facts } }: { readonly data: CardData }) => {
  const editor = useEditor();
  const [isEdited, edit] = useState(false);
  const note = editor.notes.value[facts.id];
  const text = note?.text ?? '';
  const finish = (written: string): void => {
    edit(false);
    if (written !== text) void editor.change({ kind: 'note', nodeId: facts.id, note: { text: written } });
  };
  return (
    <article class={`note-card note-${note?.color ?? 'Yellow'}`}>
      {isEdited ? (
        <textarea
          class="nodrag nopan"
          aria-label="Text of the note"
          ref={(area) => area?.focus()}
          defaultValue={text}
          onBlur={({ currentTarget }) => finish(currentTarget.value)}
        />
      ) : (
        <button type="button" class="note-text" onDblClick={() => edit(true)} title="Double-click to edit">
          {text || 'Double-click to write'}
        </button>
      )}
    </article>
  );
};
