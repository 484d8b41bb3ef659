import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { NodeTypeList, NodeTypeSearch } from './node-type-search.tsx';
import './node-types.css';
import type { NodeType, NodeTypeCategory } from './node-type-catalog.ts';

export const NodeTypePanel = () => {
  const { nodeTypes, editor } = useLivePage();
  const add = ({ enumValue }: NodeType): void => void editor.addNode(enumValue);
  return (
    <section class="type-panel" aria-label="Node types">
      <h2>Node types</h2>
      <NodeTypeSearch label="Search node types" onChoose={add}>
        {nodeTypes.categories.value.map((category) => (
          <CategoryEntry key={category.name} category={category} onChoose={add} />
        ))}
      </NodeTypeSearch>
    </section>
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
