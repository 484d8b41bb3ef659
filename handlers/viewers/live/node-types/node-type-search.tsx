import { useEffect, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import type { ComponentChildren } from 'preact';
import type { NodeType } from './node-type-catalog.ts';

interface NodeTypeSearchProps {
  readonly label: string;
  readonly isFocused?: boolean;
  readonly onChoose: (type: NodeType) => void;
  readonly children?: ComponentChildren;
}

/** Searches node types. Enter chooses the first result, and the arrow keys move through all results. */
export const NodeTypeSearch = ({ label, isFocused = false, onChoose, children }: NodeTypeSearchProps) => {
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
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const isSearching = query.trim() !== '';
  return (
    <form
      class="type-search"
      onSubmit={(event) => {
        event.preventDefault();
        // results for an earlier query must not be chosen
        const [firstMatch] = answeredQuery === query ? matches : [];
        if (firstMatch) onChoose(firstMatch);
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder="Search, such as 'print'"
        ref={field}
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.currentTarget.form?.querySelector<HTMLElement>('.type-list button')?.focus();
        }}
      />
      {isSearching && matches.length > 0 && (
        <NodeTypeList types={matches} onChoose={onChoose} showsCategory />
      )}
      {isSearching && matches.length === 0 && answeredQuery === query && (
        <p class="quiet">No node type matches.</p>
      )}
      {!isSearching && children}
    </form>
  );
};

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
