import { useVisibleRows } from './use-visible-rows.ts';
import type { ComponentChildren } from 'preact';

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
