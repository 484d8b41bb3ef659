import { useEffect, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { useEditor } from './editor-context.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Point } from './editor.ts';

type NodeType = Answer<'GET /api/node-types/search'>[number];

interface PaletteProps {
  /** Where a chosen node goes. */
  readonly place: Point;
  readonly onClose: () => void;
}

/** Most types that are offered at once. */
const mostOffered = 30;

/** Finds node types by what they do; Enter adds the first one. */
export const Palette = ({ place, onClose }: PaletteProps) => {
  const { session, notices } = useLive();
  const editor = useEditor();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly NodeType[]>([]);
  useEffect(() => {
    const given = new AbortController();
    const search = async (): Promise<void> => {
      const types =
        query.trim() === ''
          ? []
          : await session.client.request('GET /api/node-types/search', {
              query: { q: query.trim(), limit: mostOffered },
              signal: given.signal,
            });
      setFound(bestFirst(types, query.trim().toLowerCase()));
    };
    search().catch((failure) => given.signal.aborted || notices.fail(failure));
    return () => given.abort();
  }, [query, session, notices]);
  const add = (type: NodeType | undefined): void => {
    if (!type) return;
    void editor.addNode(type.enumValue, place);
    onClose();
  };
  return (
    <form
      class="palette"
      aria-label="Add a node"
      onSubmit={(event) => {
        event.preventDefault();
        add(found[0]);
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        type="search"
        aria-label="Search node types"
        placeholder="Search node types, such as 'print' or 'spring'"
        ref={(input) => input?.focus()}
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <ul>
        {found.map((type) => (
          <li key={type.enumValue}>
            <button
              type="button"
              draggable
              onDragStart={({ dataTransfer }) => dataTransfer?.setData('text/plain', type.enumValue)}
              onClick={() => add(type)}
            >
              <strong>{type.name}</strong> <span class="quiet">{type.category}</span>
              <br />
              <span class="quiet">{type.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </form>
  );
};

/** What is called as was searched comes before what has that somewhere. */
const bestFirst = (types: readonly NodeType[], query: string): NodeType[] => {
  const rank = ({ name, enumValue }: NodeType): number => {
    const names = [name, enumValue].map((text) => text.toLowerCase());
    if (names.includes(query)) return 0;
    return names.some((text) => text.startsWith(query)) ? 1 : 2;
  };
  return [...types].sort((a, b) => rank(a) - rank(b));
};
