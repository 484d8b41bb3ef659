import { useLivePage } from '../app/live-page-context.ts';
import { NodeTypeSearch } from '../node-types/node-type-search.tsx';
import type { CanvasPoint } from './graph-editor.ts';

interface PaletteProps {
  /** Position of the new node; the middle of the canvas when undefined. */
  readonly position: CanvasPoint | undefined;
  readonly onClose: () => void;
}

/** Searches for a node type and adds it. */
export const NodePalette = ({ position, onClose }: PaletteProps) => {
  const { editor } = useLivePage();
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
      <NodeTypeSearch
        label="Find a node type to add"
        isFocused
        onChoose={({ enumValue }) => {
          void editor.addNode(enumValue, position);
          onClose();
        }}
      />
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
};
