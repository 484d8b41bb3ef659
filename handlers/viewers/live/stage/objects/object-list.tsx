import { useEffect } from 'preact/hooks';
import { useLive } from '../../app/live.ts';
import { useRowRange } from '../../parts/use-row-range.ts';
import type { SceneObjects } from './objects.ts';
import type { TreeRow } from './tree-rows.ts';

/** In pixels, as the style says. */
const rowHeight = 22;

/** The objects of the scene, to be searched and selected. Of a long list only what is seen is drawn. */
export const ObjectList = ({ objects }: { readonly objects: SceneObjects }) => {
  const { selection } = useLive();
  const { scroller, first, last, look, show } = useRowRange(rowHeight);
  const rows = objects.rows.value;
  useEffect(() => {
    show(objects.rows.value.findIndex(({ object }) => object.tag === selection.value));
  }, [selection.value]);
  return (
    <section class="object-list" aria-label="Objects">
      <input
        type="search"
        aria-label="Search objects"
        placeholder={`Search ${objects.list.value.length} objects`}
        value={objects.search.value}
        onInput={({ currentTarget }) => {
          objects.search.value = currentTarget.value;
        }}
      />
      <div class="scroller" ref={scroller} onScroll={look}>
        <ul style={{ height: `${rows.length * rowHeight}px`, paddingTop: `${first * rowHeight}px` }}>
          {rows.slice(first, last).map((row, i) => (
            <ObjectRow
              key={row.object.id}
              row={row}
              objects={objects}
              place={first + i + 1}
              count={rows.length}
            />
          ))}
        </ul>
      </div>
    </section>
  );
};

interface ObjectRowProps {
  readonly row: TreeRow;
  readonly objects: SceneObjects;
  /** Which of how many it is, from 1 on. */
  readonly place: number;
  readonly count: number;
}

const ObjectRow = ({ row, objects, place, count }: ObjectRowProps) => {
  const { selection } = useLive();
  const { object, depth, hasChildren, isFolded } = row;
  const { tag, name, active } = object;
  const isSelected = selection.value === tag;
  const fold = (): void => {
    const { folded } = objects;
    folded.value = new Set(
      isFolded ? [...folded.value].filter((one) => one !== tag) : [...folded.value, tag],
    );
  };
  return (
    <li
      style={{ paddingLeft: `${depth * 0.9}rem` }}
      class={active ? undefined : 'inactive'}
      aria-posinset={place}
      aria-setsize={count}
    >
      {hasChildren && (
        <button
          type="button"
          class="fold"
          aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${name}`}
          onClick={fold}
        >
          {isFolded ? '▸' : '▾'}
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
