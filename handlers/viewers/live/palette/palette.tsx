import { useSignal } from '@preact/signals';
import { useEffect, useId, useState, useRef } from 'preact/hooks';
import { useModalDialog } from '../components/floating.ts';
import { formatKeys } from '../app/command-registry.ts';
import { useLivePage } from '../app/live-page-context.ts';
import { CategoryIcon } from '../components/category-icon.tsx';
import { Icon } from '../components/icon.tsx';
import { MarkedText } from '../components/marked-text.tsx';
import { createPaletteEntries, getNodeEntryId } from './palette-entries.ts';
import {
  findFirstAvailable,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteRow,
  type PaletteScope,
  parsePaletteQuery,
  searchPalette,
} from './palette-search.ts';
import { addRecentChoice, readRecentChoices } from './recent-choices.ts';
import type { ComponentType } from 'preact';
import type { LivePage } from '../app/live-page-context.ts';

export interface PaletteProps {
  readonly onClose: () => void;
}

/** Creates the palette, which keeps what it has read from the service while it is closed. */
export const openPalette = (live: LivePage): ComponentType<PaletteProps> => {
  const entries = createPaletteEntries(live);
  return ({ onClose }) => <PaletteDialog entries={entries.value} onClose={onClose} />;
};

/** Finds node types by synonyms and port types, which only the service knows. */
const useServiceMatches = (text: string): ReadonlySet<string> => {
  const { nodeTypes } = useLivePage();
  const [matches, setMatches] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const controller = new AbortController();
    nodeTypes.search(text, controller.signal).then(
      (types) => setMatches(new Set(types.map(({ enumValue }) => getNodeEntryId(enumValue)))),
      // the entries that the page itself has found remain
      () => setMatches(new Set()),
    );
    return () => controller.abort();
  }, [nodeTypes, text]);
  return matches;
};

const groupHeadings: Readonly<Record<PaletteGroup, string>> = {
  actions: 'Actions',
  nodes: 'Nodes, placed beside the selection or in the middle of the graph',
  objects: 'Objects',
  graphs: 'Graphs',
  commands: 'Commands',
};

const scopeChips: readonly (readonly [PaletteScope, string])[] = [
  ['all', 'All'],
  ['nodes', 'Nodes'],
  ['actions', 'Actions'],
  ['objects', 'Objects'],
];

/** The commands that are listed before anything has been entered. */
const suggestedCommands = ['run', 'graph.new', 'tour', 'shortcuts', 'layout.build', 'pane.dock', 'save'];

/** A heading with its rows. */
interface ListedSection {
  readonly heading: string;
  readonly rows: readonly PaletteRow[];
  /** Lists the further matches, if there are any. */
  readonly more?: { readonly label: string; show(): void } | undefined;
}

interface PaletteDialogProps extends PaletteProps {
  readonly entries: readonly PaletteEntry[];
}

/**
 * Searches everything that can be done or found. The focus stays in the field, the arrow keys choose, and Enter does
 * the entry.
 */
const PaletteDialog = ({ entries, onClose }: PaletteDialogProps) => {
  const { storage } = useLivePage();
  const dialog = useModalDialog();
  const entered = useSignal('');
  const scope = useSignal<PaletteScope>('all');
  /** What the user has pointed at or moved to, or `undefined` until then. */
  const chosenIndex = useSignal<number | undefined>(undefined);
  const listId = useId();
  const isClosed = useRef(false);
  /** Closes the palette at once. The dialog reports this later, when the palette may be open again. */
  const close = (): void => {
    if (isClosed.current) return;
    isClosed.current = true;
    dialog.current?.close();
    onClose();
  };

  const enter = (text: string, newScope: PaletteScope): void => {
    entered.value = text;
    scope.value = newScope;
    chosenIndex.value = undefined;
  };
  const query = parsePaletteQuery(entered.value, scope.value);
  const otherMatches = useServiceMatches(query.text);
  const sections =
    query.text === '' && query.scope === 'all'
      ? listSuggestions(entries, readRecentChoices(storage))
      : searchPalette(entries, { ...query, otherMatches }).map(
          ({ group, rows, hiddenCount }): ListedSection => ({
            heading: groupHeadings[group],
            rows,
            more:
              hiddenCount > 0 && query.scope === 'all'
                ? { label: `${hiddenCount} more`, show: () => enter(query.text, group) }
                : undefined,
          }),
        );
  const options: Option[] = sections.flatMap(({ rows, more }) => [
    ...rows.map(({ entry }) => entry),
    ...(more ? [more] : []),
  ]);
  const activeIndex = Math.min(chosenIndex.value ?? findFirstAvailable(options), options.length - 1);
  const active = options[activeIndex];
  const getOptionId = (option: Option | undefined): string =>
    `${listId}-${option ? options.indexOf(option) : ''}`;
  useEffect(() => document.getElementById(getOptionId(active))?.scrollIntoView({ block: 'nearest' }));

  const choose = (option: Option | undefined, isAtOnce: boolean): void => {
    if (!option) return;
    if ('show' in option) {
      option.show();
      return;
    }
    if (option.getUnavailableReason?.() !== undefined) return;
    addRecentChoice(storage, option.id);
    // the focus returns before the entry is run, which may move it on
    close();
    if (isAtOnce && option.runAtOnce) option.runAtOnce();
    else option.run();
  };
  const move = (step: number): void => {
    if (options.length > 0) chosenIndex.value = (activeIndex + step + options.length) % options.length;
  };
  const handleKey = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => choose(active, event.ctrlKey || event.metaKey),
      Escape: close,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <dialog
      ref={dialog}
      class="floating command-palette"
      aria-label="Search or run anything"
      onClose={close}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div class="palette-query">
        <Icon name="search" class="large" />
        <input
          type="text"
          role="combobox"
          aria-label="Search or run anything"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && getOptionId(active)}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder="Search or run anything"
          value={entered.value}
          onInput={({ currentTarget }) => enter(currentTarget.value, scope.peek())}
          onKeyDown={handleKey}
        />
        {scopeChips.map(([name, label]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={query.scope === name}
            onClick={() => {
              enter(query.text, name);
              dialog.current?.querySelector('input')?.focus();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={listId} class="palette-list" role="listbox" aria-label="Results">
        {sections.map((section) => (
          <Section
            key={section.heading}
            section={section}
            active={active}
            getOptionId={getOptionId}
            onPoint={(option) => {
              chosenIndex.value = options.indexOf(option);
            }}
            onChoose={(option, isAtOnce) => choose(option, isAtOnce)}
          />
        ))}
      </div>
      {options.length === 0 && <p class="empty">Nothing matches. Try another word, or a shorter one.</p>}
      <footer class="palette-keys">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> do it
        </span>
        <span>
          <kbd>Ctrl ↵</kbd> run at once
        </span>
        <span class="grow" />
        <span>&gt; commands · @ objects · # graphs</span>
      </footer>
    </dialog>
  );
};

/** What can be chosen: an entry, or the further matches of a group. */
type Option = PaletteEntry | NonNullable<ListedSection['more']>;

/** Lists what is likely to be needed: what was chosen last, then the most useful commands. */
const listSuggestions = (
  entries: readonly PaletteEntry[],
  recentChoices: readonly string[],
): readonly ListedSection[] => {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  const list = (heading: string, ids: readonly string[]): ListedSection => ({
    heading,
    rows: ids.flatMap((id) => {
      const entry = entriesById.get(id);
      return entry ? [{ entry, ranges: [] }] : [];
    }),
  });
  const recent = list('Recent', recentChoices);
  const recentIds = recent.rows.map(({ entry }) => entry.id);
  const suggested = suggestedCommands.map((id) => `command ${id}`).filter((id) => !recentIds.includes(id));
  return [recent, list('Commands', suggested)].filter(({ rows }) => rows.length > 0);
};

interface SectionProps {
  readonly section: ListedSection;
  readonly active: Option | undefined;
  readonly getOptionId: (option: Option) => string;
  readonly onPoint: (option: Option) => void;
  readonly onChoose: (option: Option, isAtOnce: boolean) => void;
}

const Section = ({ section, active, getOptionId, onPoint, onChoose }: SectionProps) => {
  const { heading, rows, more } = section;
  /** Returns what all options have in common. The focus stays in the field, so that options are not in the tab order. */
  const getOptionProps = (option: Option) => ({
    id: getOptionId(option),
    role: 'option' as const,
    'aria-selected': option === active,
    onPointerMove: () => option !== active && onPoint(option),
    onClick: ({ ctrlKey, metaKey }: MouseEvent) => onChoose(option, ctrlKey || metaKey),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list box contains groups, not field sets
    <div role="group" aria-label={heading}>
      <div class="palette-heading" aria-hidden="true">
        {heading}
      </div>
      {rows.map(({ entry, ranges }) => {
        const unavailable = entry.getUnavailableReason?.();
        return (
          <div
            key={entry.id}
            {...getOptionProps(entry)}
            class="palette-row"
            aria-disabled={unavailable !== undefined}
          >
            {entry.category === undefined ? (
              <Icon name={entry.icon} />
            ) : (
              <CategoryIcon category={entry.category} />
            )}
            <span class="palette-name">
              <MarkedText text={entry.name} ranges={ranges} />
            </span>
            {entry.group !== 'nodes' && <span class="palette-description">{entry.description}</span>}
            <RowEnd entry={entry} isActive={entry === active} unavailable={unavailable} />
          </div>
        );
      })}
      {more && (
        <div {...getOptionProps(more)} class="palette-row palette-more">
          {more.label}
        </div>
      )}
    </div>
  );
};

interface RowEndProps {
  readonly entry: PaletteEntry;
  readonly isActive: boolean;
  readonly unavailable: string | undefined;
}

/** What is at the end of a row: the keys that do the same from anywhere, or what Enter does. */
const RowEnd = ({ entry: { group, keys, detail }, isActive, unavailable }: RowEndProps) => {
  if (unavailable !== undefined) return <span class="palette-detail">{unavailable}</span>;
  if (keys !== undefined) return <kbd>{formatKeys(keys)}</kbd>;
  if (group === 'actions') return isActive ? <kbd>↵ open form</kbd> : null;
  return <span class="palette-detail">{detail}</span>;
};
