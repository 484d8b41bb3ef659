import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, RefObject } from 'preact';
import type { Signal } from '@preact/signals';

/** The number of extra rows rendered above and below the visible rows. */
const overscanRows = 8;

interface VisibleRows {
  readonly scroller: RefObject<HTMLDivElement>;
  readonly height: number;
  /** The range of rows to render. The end is exclusive. */
  readonly first: number;
  readonly last: number;
  /** Must be called on each scroll event. */
  updateRange(): void;
  /** Scrolls just far enough to make a row visible. */
  scrollToRow(index: number): void;
}

/**
 * Computes which rows are visible in a long list of rows that all have the same height.
 * @param rowHeight the height of a row in pixels, as in the style sheet
 */
export const useVisibleRows = (rowHeight: number): VisibleRows => {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return {
    scroller,
    height,
    first: Math.max(0, Math.floor(top / rowHeight) - overscanRows),
    last: Math.ceil((top + height) / rowHeight) + overscanRows,
    updateRange: () => setTop(scroller.current?.scrollTop ?? 0),
    scrollToRow(index) {
      const { current } = scroller;
      if (!current || index < 0) return;
      const [rowTop, below] = [index * rowHeight, (index + 1) * rowHeight - current.clientHeight];
      current.scrollTop = Math.max(below, Math.min(rowTop, current.scrollTop));
    },
  };
};

interface VirtualListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The height of a row in pixels, as in the style sheet. */
  readonly rowHeight: number;
  readonly renderRow: (row: Row) => ComponentChildren;
}

/** A long list of rows with the same height. Only the visible rows are rendered. */
export const VirtualList = <Row,>({ label, rows, rowHeight, renderRow }: VirtualListProps<Row>) => {
  const { scroller, first, last, updateRange } = useVisibleRows(rowHeight);
  return (
    <div class="seen-rows" ref={scroller} onScroll={updateRange}>
      <ul aria-label={label} style={{ height: `${rows.length * rowHeight}px` }}>
        {first > 0 && <li aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />}
        {rows.slice(first, last).map(renderRow)}
      </ul>
    </div>
  );
};

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly text: Signal<string>;
  /** Whether the field receives the focus when it appears. */
  readonly isFocused?: boolean;
}

/** A search field that stores the entered text in a signal. */
export const SearchField = ({ label, placeholder = label, text, isFocused = false }: SearchFieldProps) => (
  <input
    type="search"
    ref={isFocused ? focusOnce : null}
    aria-label={label}
    placeholder={placeholder}
    value={text.value}
    onInput={({ currentTarget }) => {
      text.value = currentTarget.value;
    }}
  />
);

const focusOnce = (field: HTMLElement | null): void => field?.focus();
