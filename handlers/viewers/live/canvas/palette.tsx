import { useLive } from '../app/live.ts';
import { TypeSearch } from '../node-types/type-search.tsx';
import type { Point } from './editor.ts';

interface PaletteProps {
  /** Where a chosen node goes; in the middle when undefined. */
  readonly place: Point | undefined;
  readonly onClose: () => void;
}

/** Finds a node type over the canvas, and adds it. */
export const Palette = ({ place, onClose }: PaletteProps) => {
  const { editor } = useLive();
  return (
    <div
      class="palette"
      role="dialog"
      aria-label="Add a node"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <TypeSearch
        label="Find a node type to add"
        isFocused
        onChoose={({ enumValue }) => {
          void editor.addNode(enumValue, place);
          onClose();
        }}
      />
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
};
