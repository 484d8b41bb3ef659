import { createPortal } from 'preact/compat';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { useCloseOutside, usePositionInWindow } from '../../components/floating.ts';
import { getOverlayContainer } from '../../components/overlay-container.ts';
import { Icon } from '../../components/icon.tsx';
import { MarkedText } from '../../components/marked-text.tsx';
import { listCandidates, type NodeCandidate, type SearchPurpose } from './node-candidates.ts';
import { type FoundCandidate, rankCandidates } from './rank-candidates.ts';
import './node-search.css';
import type { CanvasPoint } from '../canvas-geometry.ts';

/** A search for the type of a new node. */
export interface NodeSearchRequest {
  readonly purpose: SearchPurpose;
  /** The point in the window at which the search opens. */
  readonly position: CanvasPoint;
  /** The point on the canvas at which the node is wanted, if there is one. */
  readonly point?: CanvasPoint | undefined;
}

interface NodeSearchProps extends NodeSearchRequest {
  /** Called when the search closes. `returnsFocus` is false if the user has clicked elsewhere. */
  readonly onClose: (returnsFocus: boolean) => void;
}

/** The distance from the top of the search to the middle of its field, where a wire ends. */
const fieldMiddle = 20;

/**
 * Searches for the type of a new node, at the pointer. The arrow keys choose a result, Enter adds it, Alt also shows
 * the types that don't fit, and Escape closes the search.
 */
export const NodeSearch = ({ purpose, position, point, onClose }: NodeSearchProps) => {
  const { editor, nodeTypes } = useLivePage();
  const types = nodeTypes.types.value;
  const graph = editor.detail.value;
  const [query, setQuery] = useState('');
  const [showsAll, showAll] = useState(false);
  const [chosen, setChosen] = useState(0);
  const relatedTypes = useRelatedTypes(query);
  const candidates = useMemo(() => listCandidates(types.values(), purpose, graph), [types, purpose, graph]);
  const fitting = candidates.filter(({ quality }) => quality !== undefined);
  const unfit = candidates.filter(({ quality }) => quality === undefined);
  const rows = [
    ...rankCandidates(fitting, query, relatedTypes),
    ...(showsAll ? rankCandidates(unfit, query, relatedTypes) : []),
  ];
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const shown = usePositionInWindow(box, { x: position.x, y: position.y - fieldMiddle });
  useCloseOutside(box, () => onClose(false));
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const at = Math.min(chosen, rows.length - 1);
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const choose = (candidate: NodeCandidate | undefined): void => {
    if (!candidate) return;
    onClose(true);
    void editor.addCandidate(purpose, candidate, point);
  };
  const toggleAll = (): void => {
    showAll(!showsAll);
    field.current?.focus();
  };
  const move = (step: number): void => setChosen(Math.max(0, Math.min(at + step, rows.length - 1)));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(8),
    PageUp: () => move(-8),
    Enter: () => choose(rows[at]),
    Escape: () => onClose(true),
    Tab: () => onClose(true),
    Alt: () => unfit.length > 0 && toggleAll(),
  };
  return createPortal(
    <div
      ref={box}
      class="floating node-search"
      role="dialog"
      aria-label={searchTitles[purpose.kind]}
      style={{ left: `${shown.x}px`, top: `${shown.y}px` }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const act = keys[event.key];
        if (!act || (event.target !== field.current && event.key === 'Enter')) return;
        event.preventDefault();
        act();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div class="node-search-field">
        <Icon name="search" class="small" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Find a node type to add"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={rows[at] && `${listId}-${rows[at].type.enumValue}`}
          autocomplete="off"
          placeholder="Search, such as 'print'"
          value={query}
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setChosen(0);
          }}
        />
        <SearchSubject purpose={purpose} />
      </div>
      {rows.length > 0 && <p class="menu-heading">{query.trim() === '' ? 'Node types' : 'Best match'}</p>}
      <div id={listId} class="node-search-list" role="listbox" aria-label="Node types">
        {rows.map((row, index) => (
          <CandidateRow
            key={row.type.enumValue}
            id={`${listId}-${row.type.enumValue}`}
            candidate={row}
            isChosen={index === at}
            onPoint={() => setChosen(index)}
            onChoose={() => choose(row)}
          />
        ))}
      </div>
      {rows.length === 0 && (
        <p class="node-search-empty" role="status">
          No node type matches.
        </p>
      )}
      {unfit.length > 0 && (
        <>
          <hr />
          <button type="button" class="menu-item" aria-pressed={showsAll} onClick={toggleAll}>
            <Icon name="filter" />
            <span class="grow">
              {showsAll ? 'Hide' : 'Show'} the {unfit.length} that do not fit
            </span>
            <kbd>Alt</kbd>
          </button>
        </>
      )}
    </div>,
    getOverlayContainer(),
  );
};

const searchTitles = {
  add: 'Add a node',
  after: 'Add a node after this one',
  wire: 'Add a node to the wire',
  insert: 'Insert a node into the wire',
  replace: 'Replace the node',
} as const;

/** Says what the results are filtered by. */
const SearchSubject = ({ purpose }: { readonly purpose: SearchPurpose }) => {
  switch (purpose.kind) {
    case 'wire':
      return <FittedType type={purpose.port.type} />;
    case 'insert':
      return <FittedType type={purpose.output.type} />;
    case 'after':
      return <span class="node-search-subject">after {purpose.node.category}</span>;
    case 'replace':
      return <span class="node-search-subject">for {purpose.node.category}</span>;
    case 'add':
      return null;
  }
};

const FittedType = ({ type }: { readonly type: string }) => (
  <span class={`node-search-subject type-${type}`}>
    fits <span class="port-sign" /> <b>{type}</b>
  </span>
);

interface CandidateRowProps {
  readonly id: string;
  readonly candidate: FoundCandidate;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

const CandidateRow = ({ id, candidate, isChosen, onPoint, onChoose }: CandidateRowProps) => {
  const { type, detail, quality, ranges } = candidate;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      class={quality === undefined ? 'node-search-row unfit' : 'node-search-row'}
      aria-selected={isChosen}
      title={type.description}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <CategoryIcon category={type.category} />
      <span class="grow">
        <MarkedText text={type.enumValue} ranges={ranges} />
      </span>
      <span class="node-search-detail">{detail}</span>
    </div>
  );
};

/** Asks the service for types that match by synonyms or descriptions, and returns their names. */
const useRelatedTypes = (query: string): readonly string[] => {
  const { nodeTypes } = useLivePage();
  const [related, setRelated] = useState<readonly string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    setRelated([]);
    nodeTypes.search(query, controller.signal).then(
      (found) => controller.signal.aborted || setRelated(found.map(({ enumValue }) => enumValue)),
      // the names still match without the service
      () => {},
    );
    return () => controller.abort();
  }, [query, nodeTypes]);
  return related;
};
