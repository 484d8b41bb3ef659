import { useLive } from '../../app/live.ts';
import type { SceneObjects } from './objects.ts';
import type { TreeRow } from './tree-rows.ts';

/** The objects of the scene, to be searched and selected. */
export const ObjectList = ({ objects }: { readonly objects: SceneObjects }) => (
  <section class="object-list" aria-label="Objects">
    <input
      type="search"
      aria-label="Search objects"
      placeholder="Search objects"
      value={objects.search.value}
      onInput={({ currentTarget }) => {
        objects.search.value = currentTarget.value;
      }}
    />
    <ul>
      {objects.rows.value.map((row) => (
        <ObjectRow key={row.object.id} row={row} objects={objects} />
      ))}
    </ul>
  </section>
);

const ObjectRow = ({ row, objects }: { readonly row: TreeRow; readonly objects: SceneObjects }) => {
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
    <li style={{ paddingLeft: `${depth * 0.9}rem` }} class={active ? undefined : 'inactive'}>
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
