import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { NodeTypeList, NodeTypeSearch } from './node-type-search.tsx';
import './node-types.css';
import type { NodeType, NodeTypeCategory } from './node-type-catalog.ts';

export const NodeTypePanel = () => {
  const { nodeTypes, editor } = useLivePage();
  const count = nodeTypes.categories.value.reduce((sum, category) => sum + category.count, 0);
  const add = ({ enumValue }: NodeType): void => void editor.addNode(enumValue);
  return (
    <LeftPanelFrame title="Nodes" detail={count}>
      <NodeTypeSearch label="Search node types" onChoose={add}>
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
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        {name} <span class="quiet">{count}</span>
      </summary>
      {isOpen && <NodeTypeList types={nodes} onChoose={onChoose} />}
    </details>
  );
};
