import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

interface RowWindowProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** How many have left before the first row: what is looked at stays where it is. */
  readonly dropped: number;
  readonly draw: (row: Row) => ComponentChildren;
}

/** In pixels, as the style says. */
const rowHeight = 22;
/** Rows drawn beyond what is seen. */
const spare = 6;

/** A long list of rows of one height, of which only those are drawn that are seen. It follows its end until it is scrolled up. */
export const RowWindow = <Row,>({ label, rows, dropped, draw }: RowWindowProps<Row>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const lastDropped = useRef(dropped);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const [isFollowing, follow] = useState(true);

  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    if (isFollowing) current.scrollTop = current.scrollHeight;
    else current.scrollTop -= Math.max(0, dropped - lastDropped.current) * rowHeight;
    lastDropped.current = dropped;
    // the event of scrolling comes a frame later, which would show nothing
    setTop(current.scrollTop);
  }, [rows, dropped, height, isFollowing]);

  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.ceil((top + height) / rowHeight) + spare;
  return (
    <div class="row-window">
      <div
        class="scroller"
        ref={scroller}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          setTop(scrollTop);
          follow(scrollTop + clientHeight >= scrollHeight - rowHeight / 2);
        }}
      >
        <ul aria-label={label} style={{ height: `${rows.length * rowHeight}px` }}>
          <li aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />
          {rows.slice(first, last).map(draw)}
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
