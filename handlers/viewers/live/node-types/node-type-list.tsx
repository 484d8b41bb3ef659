import { nodeTypeDragData } from './node-type-drag-data.ts';
import type { NodeType } from './node-type-catalog.ts';

interface NodeTypeListProps {
  readonly types: readonly NodeType[];
  readonly showsCategory?: boolean;
  readonly onChoose: (type: NodeType) => void;
}

/** A list of node types, which can be clicked or dragged onto the canvas. */
export const NodeTypeList = ({ types, showsCategory, onChoose }: NodeTypeListProps) => (
  <ul class="type-list" onKeyDown={moveFocus}>
    {types.map((type) => (
      <li key={type.enumValue}>
        <button
          type="button"
          draggable
          title={type.description}
          onDragStart={({ dataTransfer }) => nodeTypeDragData.give(dataTransfer, type.enumValue)}
          onClick={() => onChoose(type)}
        >
          <span class="type-name">{type.enumValue}</span>
          {showsCategory && <span class="quiet"> {type.category}</span>}
          <span class="quiet about">{type.description}</span>
        </button>
      </li>
    ))}
  </ul>
);

/** Moves the focus to the entry above or below. The search field is above the first entry. */
const moveFocus = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const form = event.currentTarget.closest('form');
  const entries: Element[] = [...(form?.querySelectorAll('input[type=search], .type-list button') ?? [])];
  const at = document.activeElement ? entries.indexOf(document.activeElement) : -1;
  const next = entries[at + step];
  if (next instanceof HTMLElement) next.focus();
};
