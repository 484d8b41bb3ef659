import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useVisibleRows } from '../../components/virtual-list.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface LogViewProps<Row, Item> extends LogRowListProps<Row> {
  readonly emptyText: string;
  readonly selected: Signal<Item | undefined>;
  readonly getTitle: (item: Item) => string;
  readonly getText: (item: Item) => string;
}

/** A log's rows, with the full content of the selected one beside them. */
export const LogView = <Row, Item>(props: LogViewProps<Row, Item>) => {
  const { emptyText, selected, getTitle, getText, ...list } = props;
  const item = selected.value;
  return (
    <div class={item ? 'split' : 'whole'}>
      {list.rows.length === 0 ? <p class="empty">{emptyText}</p> : <LogRowList {...list} />}
      {item && (
        <DetailPane
          title={getTitle(item)}
          text={getText(item)}
          onClose={() => {
            selected.value = undefined;
          }}
        />
      )}
    </div>
  );
};

interface LogRowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /**
   * The number of rows that were dropped before the first one. The list uses this number to keep the scroll position
   * stable.
   */
  readonly dropped?: number;
  readonly renderRow: (row: Row) => ComponentChildren;
}

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 22;

/** A long list that renders only its visible rows. The list stays scrolled to the end until the user scrolls up. */
const LogRowList = <Row,>({ label, rows, dropped = 0, renderRow }: LogRowListProps<Row>) => {
  const { scroller, height, first, last, updateRange } = useVisibleRows(rowHeight);
  const lastDropped = useRef(dropped);
  const [isFollowing, setFollowing] = useState(true);

  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    if (isFollowing) current.scrollTop = current.scrollHeight;
    else current.scrollTop -= Math.max(0, dropped - lastDropped.current) * rowHeight;
    lastDropped.current = dropped;
    // updates immediately, because the scroll event arrives a frame later, and the list would be blank until then
    updateRange();
  }, [rows, dropped, height, isFollowing]);

  return (
    <div class="row-window">
      <div
        class="scroller"
        ref={scroller}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          updateRange();
          setFollowing(scrollTop + clientHeight >= scrollHeight - rowHeight / 2);
        }}
      >
        <ul aria-label={label} style={{ height: `${rows.length * rowHeight}px` }}>
          <li aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />
          {rows.slice(first, last).map(renderRow)}
        </ul>
      </div>
      {!isFollowing && (
        <button type="button" class="latest" onClick={() => setFollowing(true)}>
          ↓ Latest
        </button>
      )}
    </div>
  );
};

interface DetailPaneProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

const DetailPane = ({ title, text, onClose }: DetailPaneProps) => (
  <aside class="detail" aria-label={title}>
    <header>
      <h3>{title}</h3>
      <CopyButton text={text} />
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
    <pre>{text}</pre>
  </aside>
);
