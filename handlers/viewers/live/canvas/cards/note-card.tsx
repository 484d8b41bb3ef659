import { useState } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import type { NodeCardData } from '../react-flow-elements.ts';
import type { NoteContent } from '../changes/graph-change.ts';
import type { NotesByNodeId } from '../../graphs/graph-types.ts';

interface NoteCardProps {
  readonly data: NodeCardData;
  readonly selected: boolean;
}

/** Renders a Note node as a sticky note whose text can be edited in place. */
export const NoteCard = ({ data: { node }, selected }: NoteCardProps) => {
  const { editor } = useLivePage();
  const [isEdited, edit] = useState(false);
  const note = editor.notes.value[node.id];
  if (!note) return <article class="note-card note-Yellow" />;
  const { text, color, font, fontSize } = note;
  const change = (changes: NoteContent): void =>
    void editor.change({ kind: 'note', nodeId: node.id, note: changes });
  const finish = (newText: string): void => {
    edit(false);
    if (newText !== text) change({ text: newText });
  };
  const style = { fontSize: `${fontSize}px` };
  return (
    <article class={`note-card note-${color} font-${font}`}>
      {selected && <NoteStyleTools note={note} onChange={change} />}
      {isEdited ? (
        <NoteTextField text={text} style={style} onFinish={finish} />
      ) : (
        <button
          type="button"
          class="note-text"
          style={style}
          title="Double-click or press Enter to edit"
          onClick={({ detail }) => detail === 0 && edit(true)}
          onDblClick={() => edit(true)}
        >
          {text || 'Double-click to write'}
        </button>
      )}
    </article>
  );
};

interface NoteTextFieldProps {
  readonly text: string;
  readonly style?: { readonly fontSize: string };
  /** Called with the new text, or with the old text if editing was cancelled. */
  readonly onFinish: (text: string) => void;
}

export const NoteTextField = ({ text, style = { fontSize: '' }, onFinish }: NoteTextFieldProps) => (
  <textarea
    class="nodrag nopan nowheel"
    aria-label="Note text"
    style={style}
    ref={focusAtEnd}
    defaultValue={text}
    onBlur={({ currentTarget }) => onFinish(currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onFinish(text);
    }}
  />
);

const focusAtEnd = (area: HTMLTextAreaElement | null): void => {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
};

interface NoteStyleToolsProps {
  readonly note: NotesByNodeId[string];
  readonly onChange: (changes: NoteContent) => void;
}

/** Renders the controls for a note's style. They offer the styles that the service supports. */
const NoteStyleTools = ({ note, onChange }: NoteStyleToolsProps) => {
  const { color, font, fontSize, availableColors, availableFonts, availableFontSizes } = note;
  return (
    <div class="note-tools nodrag nopan" role="toolbar" aria-label="Note style">
      {availableColors.map((one) => (
        <button
          key={one}
          type="button"
          class={`swatch note-${one}`}
          aria-label={one}
          aria-pressed={one === color}
          title={one}
          onClick={() => onChange({ color: one })}
        />
      ))}
      <select
        aria-label="Font"
        value={font}
        onChange={({ currentTarget }) => onChange({ font: currentTarget.value })}
      >
        {availableFonts.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label="Font size"
        value={String(fontSize)}
        onChange={({ currentTarget }) => onChange({ fontSize: Number(currentTarget.value) })}
      >
        {availableFontSizes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  );
};
