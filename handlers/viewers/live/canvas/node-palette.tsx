import { useLivePage } from '../app/live-page-context.ts';
import { NodeTypeSearch } from '../node-types/node-type-search.tsx';
import type { CanvasPoint } from './graph-editor.ts';

interface PaletteProps {
  /** The position at which the new node is placed. If `undefined`, the node is placed in the middle of the canvas. */
  readonly position: CanvasPoint | undefined;
  readonly onClose: () => void;
}

/** A dialog in which the user searches for a node type and adds a node of this type. */
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
