import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { CategoryIcon } from '../components/category-icon.tsx';
import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { getCategoryTitle } from './category-title.ts';
import { NodeTypeList, NodeTypeSearch } from './node-type-search.tsx';
import './node-types.css';
import type { NodeType, NodeTypeCategory } from './node-type-catalog.ts';

const searchKey = 'N';

/** The library of node types, which are added to the open graph by a click, or by dragging them onto the canvas. */
export const NodeTypePanel = () => {
  const { nodeTypes, editor } = useLivePage();
  const count = nodeTypes.categories.value.reduce((sum, category) => sum + category.count, 0);
  const add = ({ enumValue }: NodeType): void => void editor.addNode(enumValue);
  return (
    <LeftPanelFrame
      title="Nodes"
      detail={count}
      onKeyDown={(event) => {
        if (event.key.toUpperCase() !== searchKey || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        event.currentTarget.querySelector('input')?.focus();
      }}
    >
      <NodeTypeSearch label="Search nodes" keys={searchKey} onChoose={add}>
        {nodeTypes.categories.value.map((category) => (
          <CategoryEntry key={category.name} category={category} onChoose={add} />
        ))}
      </NodeTypeSearch>
    </LeftPanelFrame>
  );
};

interface CategoryEntryProps {
  readonly category: NodeTypeCategory;
  readonly onChoose: (type: NodeType) => void;
}

/** A category of node types. Its types are rendered only while it is open. */
const CategoryEntry = ({ category: { name, count, nodes }, onChoose }: CategoryEntryProps) => {
  const [isOpen, open] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
      onKeyDown={({ key, target }) => {
        if (target instanceof Element && target.matches('summary') && /^Arrow(Left|Right)$/.test(key))
          open(key === 'ArrowRight');
      }}
    >
      <summary class="panel-row">
        <CategoryIcon category={name} />
        <span class="row-name">{getCategoryTitle(name)}</span>
        <span class="row-detail">{count}</span>
      </summary>
      {isOpen && <NodeTypeList types={nodes} onChoose={onChoose} />}
    </details>
  );
};
