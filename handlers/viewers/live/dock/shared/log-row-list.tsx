import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useVisibleRows } from '../../components/use-visible-rows.ts';
import type { ComponentChildren } from 'preact';

interface LogRowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** How many have left before the first row: what is looked at stays where it is. */
  readonly dropped: number;
  readonly renderRow: (row: Row) => ComponentChildren;
}

/** In pixels, as the style says. */
const rowHeight = 22;

/** A long list of rows of one height, of which only those are drawn that are seen. It follows its end until it is scrolled up. */
export const LogRowList = <Row,>({ label, rows, dropped, renderRow }: LogRowListProps<Row>) => {
  const { scroller, height, first, last, updateRange } = useVisibleRows(rowHeight);
  const lastDropped = useRef(dropped);
  const [isFollowing, follow] = useState(true);

  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    if (isFollowing) current.scrollTop = current.scrollHeight;
    else current.scrollTop -= Math.max(0, dropped - lastDropped.current) * rowHeight;
    lastDropped.current = dropped;
    // the event of scrolling comes a frame later, which would show nothing
    updateRange();
  }, [rows, dropped, height, isFollowing]);

  return (
    <div class="row-window">
      <div
        class="scroller"
        ref={scroller}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          updateRange();
          follow(scrollTop + clientHeight >= scrollHeight - rowHeight / 2);
        }}
      >
        <ul aria-label={label} style={{ height: `${rows.length * rowHeight}px` }}>
          <li aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />
          {rows.slice(first, last).map(renderRow)}
        </ul>
      </div>
      {!isFollowing && (
        <button type="button" class="latest" onClick={() => follow(true)}>
          ↓ Latest
        </button>
      )}
    </div>
  );
};
