import { useEffect, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { NodeTypeList } from './node-type-list.tsx';
import type { ComponentChildren } from 'preact';
import type { NodeType } from './node-type-catalog.ts';

interface NodeTypeSearchProps {
  /** The search field's accessible name. */
  readonly label: string;
  /** Whether the search field receives the focus when it is rendered. */
  readonly isFocused?: boolean;
  readonly onChoose: (type: NodeType) => void;
  /** The content shown while the search field is empty. */
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
