import { useEffect } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { SearchField, useVisibleRows } from '../components/virtual-list.tsx';
import type { ObjectTreeRow, SceneObjects } from './scene-objects.ts';

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 22;

/** Lists the objects in the scene, for searching and selecting. Only the visible rows are rendered. */
export const ObjectList = ({ objects }: { readonly objects: SceneObjects }) => {
  const { selection } = useLivePage().scene;
  const { scroller, first, last, updateRange, scrollToRow } = useVisibleRows(rowHeight);
  const rows = objects.rows.value;
  useEffect(() => {
    scrollToRow(objects.rows.value.findIndex(({ object }) => object.tag === selection.value));
  }, [selection.value]);
  return (
    <section class="pane object-list" aria-label="Objects">
      <header class="pane-header">
        <h2>Objects</h2>
        <span class="quiet number">{objects.list.value.length}</span>
      </header>
      <SearchField
        label="Search objects"
        placeholder={`Search ${objects.list.value.length} objects`}
        text={objects.search}
      />
      <div class="scroller" ref={scroller} onScroll={updateRange}>
        <ul style={{ height: `${rows.length * rowHeight}px`, paddingTop: `${first * rowHeight}px` }}>
          {rows.slice(first, last).map((row, i) => (
            <ObjectRow
              key={row.object.id}
              row={row}
              objects={objects}
              position={first + i + 1}
              count={rows.length}
            />
          ))}
        </ul>
      </div>
    </section>
  );
};

interface ObjectRowProps {
  readonly row: ObjectTreeRow;
  readonly objects: SceneObjects;
  readonly position: number;
  readonly count: number;
}

const ObjectRow = ({ row, objects, position, count }: ObjectRowProps) => {
  const { selection } = useLivePage().scene;
  const { object, depth, hasChildren, isCollapsed } = row;
  const { tag, name, active } = object;
  const isSelected = selection.value === tag;
  const toggle = (): void => {
    const { collapsed } = objects;
    collapsed.value = new Set(
      isCollapsed
        ? [...collapsed.value].filter((collapsedTag) => collapsedTag !== tag)
        : [...collapsed.value, tag],
    );
  };
  return (
    <li
      style={{ paddingLeft: `${depth * 0.9}rem` }}
      class={active ? undefined : 'inactive'}
      aria-posinset={position}
      aria-setsize={count}
    >
      {hasChildren && (
        <button
          type="button"
          class="fold"
          aria-label={`${isCollapsed ? 'Unfold' : 'Fold'} ${name}`}
          onClick={toggle}
        >
          {isCollapsed ? '▸' : '▾'}
        </button>
      )}
      <button
        type="button"
        class="name"
        aria-current={isSelected}
        title={object.type}
        onClick={() => {
          selection.value = isSelected ? undefined : tag;
        }}
      >
        {name} <span class="quiet">{tag}</span>
      </button>
    </li>
  );
};
