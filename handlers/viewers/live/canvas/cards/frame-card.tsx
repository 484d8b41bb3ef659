import { useState } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { getCategoryClass } from '../../components/category-icon.tsx';
import { NoteTextField } from './note-card.tsx';
import type { NodeCardData } from '../react-flow-elements.ts';

/** Renders a note that titles the part of the graph below it, as a frame around that part. */
export const FrameCard = ({ data: { node, frame } }: { readonly data: NodeCardData }) => {
  const { editor } = useLivePage();
  const [isEdited, edit] = useState(false);
  const text = editor.notes.value[node.id]?.text ?? '';
  const finish = (newText: string): void => {
    edit(false);
    if (newText !== text) void editor.change({ kind: 'note', nodeId: node.id, note: { text: newText } });
  };
  return (
    <article class={`frame-card ${getCategoryClass(frame?.category)}`}>
      {isEdited ? (
        <NoteTextField text={text} onFinish={finish} />
      ) : (
        <button
          type="button"
          class="note-text"
          title="Drag to move everything in the frame. Double-click or press Enter to edit."
          onClick={({ detail }) => detail === 0 && edit(true)}
          onDblClick={() => edit(true)}
        >
          <strong>{frame?.title}</strong>
          <span>{frame?.subtitle}</span>
        </button>
      )}
    </article>
  );
};
