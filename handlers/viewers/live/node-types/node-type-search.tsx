import { useEffect, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { CategoryIcon } from '../components/category-icon.tsx';
import { MarkedText } from '../components/marked-text.tsx';
import { matchText } from '../components/match-text.ts';
import { SearchBox } from '../components/search-box.tsx';
import { getCategoryTitle } from './category-title.ts';
import type { ComponentChildren } from 'preact';
import type { NodeType } from './node-type-catalog.ts';

interface NodeTypeSearchProps {
  readonly label: string;
  /** The key that moves the focus to the field. */
  readonly keys?: string;
  readonly isFocused?: boolean;
  readonly onChoose: (type: NodeType) => void;
  /** Shown while nothing is searched. */
  readonly children?: ComponentChildren;
}

/** Searches node types. Enter chooses the first result, and the arrow keys move through everything below the field. */
export const NodeTypeSearch = ({ label, keys, isFocused, onChoose, children }: NodeTypeSearchProps) => {
  const { nodeTypes, notices } = useLivePage();
  const [query, setQuery] = useState('');
  const [matches, setMatches] = useState<readonly NodeType[]>([]);
  const [answeredQuery, setAnsweredQuery] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    nodeTypes.search(query, controller.signal).then(
      (types) => {
        if (controller.signal.aborted) return;
        setMatches(types);
        setAnsweredQuery(query);
      },
      (failure) => controller.signal.aborted || notices.showError(failure),
    );
    return () => controller.abort();
  }, [query, nodeTypes, notices]);
  const isSearching = query.trim() !== '';
  return (
    <form
      class="type-search"
      onKeyDown={moveFocus}
      onSubmit={(event) => {
        event.preventDefault();
        // results for an earlier query must not be chosen
        const [firstMatch] = answeredQuery === query ? matches : [];
        if (firstMatch) onChoose(firstMatch);
      }}
    >
      <div class="panel-search">
        <SearchBox label={label} keys={keys} value={query} isFocused={isFocused} onEnter={setQuery} />
      </div>
      <div class="panel-list">
        {isSearching && matches.length > 0 && (
          <NodeTypeList types={matches} query={query} onChoose={onChoose} />
        )}
        {isSearching && matches.length === 0 && answeredQuery === query && (
          <p class="empty">No node matches. Try another word, such as “move” or “wait”.</p>
        )}
        {!isSearching && children}
      </div>
    </form>
  );
};

interface NodeTypeListProps {
  readonly types: readonly NodeType[];
  /** The searched text, which is marked. The results of a search show their categories. */
  readonly query?: string;
  readonly onChoose: (type: NodeType) => void;
}

/** A list of node types, which can be clicked or dragged onto the canvas. */
export const NodeTypeList = ({ types, query, onChoose }: NodeTypeListProps) => (
  <ul class="type-list">
    {types.map((type) => (
      <li key={type.enumValue}>
        <button
          type="button"
          class="panel-row"
          draggable
          title={type.description}
          onDragStart={({ dataTransfer }) => nodeTypeDragData.give(dataTransfer, type.enumValue)}
          onClick={() => onChoose(type)}
        >
          {query !== undefined && <CategoryIcon category={type.category} />}
          <span class="type-text">
            <span class="type-name">
              <MarkedText
                text={type.enumValue}
                ranges={matchText(query ?? '', type.enumValue)?.ranges ?? []}
              />
              {query !== undefined && <span class="quiet"> {getCategoryTitle(type.category)}</span>}
            </span>
            <span class="about">{type.description}</span>
          </span>
        </button>
      </li>
    ))}
  </ul>
);

/** Moves the focus up or down through the search field, the categories and the node types. */
const moveFocus = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const entries: Element[] = [...event.currentTarget.querySelectorAll('input, summary, .type-list button')];
  const at = document.activeElement ? entries.indexOf(document.activeElement) : -1;
  const next = entries[at + step];
  if (next instanceof HTMLElement) next.focus();
};

const dragDataFormat = 'application/x-scene-node-type';

/** Stores the node type that is being dragged from a list to the canvas in the drag data. */
export const nodeTypeDragData = {
  give(transfer: DataTransfer | null, enumValue: string): void {
    transfer?.setData(dragDataFormat, enumValue);
  },
  /**
   * Whether a node type is being dragged. Only the presence of the data can be checked, because browsers expose the
   * data itself only on drop.
   */
  isIn: (transfer: DataTransfer | null): boolean => transfer?.types.includes(dragDataFormat) === true,
  of: (transfer: DataTransfer | null): string => transfer?.getData(dragDataFormat) ?? '',
};
