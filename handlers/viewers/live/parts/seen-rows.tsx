import { useRowRange } from './use-row-range.ts';
import type { ComponentChildren } from 'preact';

interface SeenRowsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** In pixels, as the style says. */
  readonly rowHeight: number;
  readonly draw: (row: Row) => ComponentChildren;
}

/** A long list of rows of one height, of which only those are drawn that are seen. */
export const SeenRows = <Row,>({ label, rows, rowHeight, draw }: SeenRowsProps<Row>) => {
  const { scroller, first, last, look } = useRowRange(rowHeight);
  return (
    <div class="seen-rows" ref={scroller} onScroll={look}>
      <ul aria-label={label} style={{ height: `${rows.length * rowHeight}px` }}>
        {first > 0 && <li aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />}
        {rows.slice(first, last).map(draw)}
      </ul>
    </div>
  );
};
