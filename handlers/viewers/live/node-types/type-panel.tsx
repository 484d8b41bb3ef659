import { useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { TypeList } from './type-list.tsx';
import { TypeSearch } from './type-search.tsx';
import './node-types.css';
import type { Category, NodeType } from './node-types.ts';

/** All that a graph can be made of. */
export const TypePanel = () => {
  const { nodeTypes, editor } = useLive();
  const add = ({ enumValue }: NodeType): void => void editor.addNode(enumValue);
  return (
    <section class="type-panel" aria-label="Node types">
      <h2>Node types</h2>
      <TypeSearch label="Search node types" onChoose={add}>
        {nodeTypes.categories.value.map((category) => (
          <CategoryEntry key={category.name} category={category} onChoose={add} />
        ))}
      </TypeSearch>
    </section>
  );
};

interface CategoryEntryProps {
  readonly category: Category;
  readonly onChoose: (type: NodeType) => void;
}

/** A category, whose types are only there while it is open. */
const CategoryEntry = ({ category: { name, count, nodes }, onChoose }: CategoryEntryProps) => {
  const [isOpen, open] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        {name} <span class="quiet">{count}</span>
      </summary>
      {isOpen && <TypeList types={nodes} onChoose={onChoose} />}
    </details>
  );
};
