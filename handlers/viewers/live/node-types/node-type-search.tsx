import { useEffect, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { NodeTypeList } from './node-type-list.tsx';
import type { ComponentChildren } from 'preact';
import type { NodeType } from './node-type-catalog.ts';

interface NodeTypeSearchProps {
  /** Accessible name of the search field. */
  readonly label: string;
  /** Whether the search field gets the focus. */
  readonly isFocused?: boolean;
  readonly onChoose: (type: NodeType) => void;
  /** Shown while the search is empty. */
  readonly children?: ComponentChildren;
}

/** Searches node types. Enter chooses the first result, arrow keys move through all of them. */
export const NodeTypeSearch = ({ label, isFocused = false, onChoose, children }: NodeTypeSearchProps) => {
  const { nodeTypes, notices } = useLivePage();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly NodeType[]>([]);
  const [answered, setAnswered] = useState('');
  useEffect(() => {
    const given = new AbortController();
    nodeTypes.search(query, given.signal).then(
      (types) => {
        if (given.signal.aborted) return;
        setFound(types);
        setAnswered(query);
      },
      (failure) => given.signal.aborted || notices.showError(failure),
    );
    return () => given.abort();
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
        const [best] = answered === query ? found : [];
        if (best) onChoose(best);
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
      {isSearching && found.length > 0 && <NodeTypeList types={found} onChoose={onChoose} showsCategory />}
      {isSearching && found.length === 0 && answered === query && <p class="quiet">No node type matches.</p>}
      {!isSearching && children}
    </form>
  );
};
