import type { NotesByNodeId } from '../../graphs/graph-types.ts';
import type { NoteContent } from '../changes/graph-change.ts';

interface NoteStyleToolsProps {
  readonly note: NotesByNodeId[string];
  readonly onChange: (changes: NoteContent) => void;
}

/** Renders the controls for a note's style. They offer the styles that the service supports. */
export const NoteStyleTools = ({ note, onChange }: NoteStyleToolsProps) => {
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
