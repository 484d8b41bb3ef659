import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

interface SeenRowsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** In pixels, as the style says. */
  readonly rowHeight: number;
  readonly draw: (row: Row) => ComponentChildren;
}

/** Rows drawn beyond what is seen. */
const spare = 8;

/** A long list of rows of one height, of which only those are drawn that are seen. */
export const SeenRows = <Row,>({ label, rows, rowHeight, draw }: SeenRowsProps<Row>) => {
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
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.ceil((top + height) / rowHeight) + spare;
  return (
    <div class="seen-rows" ref={scroller} onScroll={({ currentTarget: { scrollTop } }) => setTop(scrollTop)}>
      <ul aria-label={label} style={{ height: `${rows.length * rowHeight}px` }}>
        {first > 0 && <li aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />}
        {rows.slice(first, last).map(draw)}
      </ul>
    </div>
  );
};
