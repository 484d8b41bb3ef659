import { useEffect, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { SearchField, useVisibleRows } from '../components/virtual-list.tsx';
import { toggleMember } from '../session/store-helpers.ts';
import { getObjectIcon, getObjectLabel, getTypeLabel } from './object-labels.ts';
import type { ObjectGroupRow, ObjectRow, SceneObjects } from './scene-objects.ts';

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 28;

/** Lists the objects in the scene, for searching and selecting. Only the visible rows are rendered. */
export const ObjectList = ({ objects }: { readonly objects: SceneObjects }) => {
  const { scene, actionRequests } = useLivePage();
  const { selection } = scene;
  const { scroller, first, last, updateRange, scrollToRow } = useVisibleRows(rowHeight);
  const [isSearching, setSearching] = useState(false);
  const rows = objects.rows.value;
  useEffect(() => {
    scrollToRow(
      objects.rows.value.findIndex((row) => row.kind === 'object' && row.object.tag === selection.value),
    );
  }, [selection.value]);
  return (
    <section class="pane object-list" aria-label="Objects">
      <header class="pane-header">
        <h2>Objects</h2>
        <span class="quiet number">{objects.list.value.length}</span>
        <span class="grow" />
        <Button
          icon="search"
          label="Search objects"
          isPressed={isSearching}
          onClick={() => {
            setSearching(!isSearching);
            objects.search.value = '';
          }}
        />
        <Button icon="plus" label="Add an object" onClick={() => actionRequests.open('scene.spawn')} />
      </header>
      {isSearching && (
        <SearchField
          label="Search objects"
          placeholder={`Search ${objects.list.value.length} objects`}
          text={objects.search}
          isFocused
        />
      )}
      <div class="scroller" ref={scroller} onScroll={updateRange}>
        <ul style={{ height: `${rows.length * rowHeight}px`, paddingTop: `${first * rowHeight}px` }}>
          {rows.slice(first, last).map((row, i) => (
            <li
              key={row.kind === 'object' ? row.object.id : row.id}
              style={{ paddingLeft: `${row.depth * 18}px` }}
              aria-posinset={first + i + 1}
              aria-setsize={rows.length}
            >
              {row.kind === 'object' ? (
                <ObjectEntry row={row} objects={objects} />
              ) : (
                <GroupEntry row={row} objects={objects} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};

interface FoldButtonProps {
  readonly label: string;
  readonly isCollapsed: boolean;
  readonly onClick: () => void;
}

const FoldButton = ({ label, isCollapsed, onClick }: FoldButtonProps) => (
  <button
    type="button"
    class="fold"
    aria-label={`${isCollapsed ? 'Unfold' : 'Fold'} ${label}`}
    aria-expanded={!isCollapsed}
    onClick={onClick}
  >
    <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} class="small" />
  </button>
);

interface ObjectEntryProps {
  readonly row: ObjectRow;
  readonly objects: SceneObjects;
}

const ObjectEntry = ({ row, objects }: ObjectEntryProps) => {
  const { selection } = useLivePage().scene;
  const { object, hasChildren, isCollapsed } = row;
  const { tag, type, active } = object;
  const label = getObjectLabel(object);
  const isSelected = selection.value === tag;
  return (
    <>
      {hasChildren && (
        <FoldButton
          label={label}
          isCollapsed={isCollapsed}
          onClick={() => toggleMember(objects.collapsed, tag)}
        />
      )}
      <button
        type="button"
        class={active ? 'name' : 'name inactive'}
        aria-current={isSelected}
        title={`${tag}: ${type}`}
        onClick={() => {
          selection.value = isSelected ? undefined : tag;
        }}
      >
        <Icon name={getObjectIcon(type)} />
        <span class="grow">{label}</span>
        {label !== getTypeLabel(type) && type !== label && <span class="quiet">{getTypeLabel(type)}</span>}
      </button>
    </>
  );
};

interface GroupEntryProps {
  readonly row: ObjectGroupRow;
  readonly objects: SceneObjects;
}

const GroupEntry = ({ row: { id, label, count, type, isCollapsed }, objects }: GroupEntryProps) => {
  const toggle = (): void => toggleMember(objects.expandedGroups, id);
  return (
    <>
      <FoldButton label={label} isCollapsed={isCollapsed} onClick={toggle} />
      <button type="button" class="name" aria-expanded={!isCollapsed} onClick={toggle}>
        <Icon name={label === 'Lights' ? getObjectIcon(type) : 'boxes'} />
        <span class="grow">{label}</span>
        <span class="quiet number">{count}</span>
      </button>
    </>
  );
};
