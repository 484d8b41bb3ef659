import { useEffect, useRef, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { TypeList } from './type-list.tsx';
import type { ComponentChildren } from 'preact';
import type { NodeType } from './node-types.ts';

interface TypeSearchProps {
  /** What the search is for; it names the field for screen readers. */
  readonly label: string;
  /** Whether the search is what the reader wants now. */
  readonly isFocused?: boolean;
  readonly onChoose: (type: NodeType) => void;
  /** What is shown while nothing is searched for. */
  readonly children?: ComponentChildren;
}

/** Finds node types by what they do. Enter chooses the first one, arrows go through all of them. */
export const TypeSearch = ({ label, isFocused = false, onChoose, children }: TypeSearchProps) => {
  const { nodeTypes, notices } = useLive();
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
      (failure) => given.signal.aborted || notices.fail(failure),
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
        // what was found for an earlier text is not what the reader wants
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
      {isSearching && found.length > 0 && <TypeList types={found} onChoose={onChoose} tellsCategory />}
      {isSearching && found.length === 0 && answered === query && (
        <p class="quiet">No node type does that.</p>
      )}
      {!isSearching && children}
    </form>
  );
};
