import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Hold } from './hold.ts';

interface RowListProps<Row> {
  readonly label: string;
  /** The rows, latest first. */
  readonly rows: readonly Row[];
  /** The height of a row in pixels, as in the style sheet. */
  readonly getHeight: (row: Row) => number;
  readonly renderRow: (row: Row) => ComponentChildren;
  readonly hold: Hold;
}

/** The space above and below the visible part in which rows are rendered too, in pixels. */
const overscanPx = 200;
/** A list scrolled by less than this is at the top. */
const scrollTolerancePx = 4;

/** A long list that renders only its visible rows, and holds still while the user points at it or scrolls it. */
export const RowList = <Row,>({ label, rows, getHeight, renderRow, hold }: RowListProps<Row>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  /** The distance of each row from the top of the list, and the height of the whole list. */
  const offsets = useMemo(() => {
    const sums = [0];
    for (const row of rows) sums.push((sums.at(-1) ?? 0) + getHeight(row));
    return sums;
  }, [rows, getHeight]);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => {
      observer.disconnect();
      hold.release();
    };
  }, [hold]);
  const isHeld = hold.isHeld.value;
  useLayoutEffect(() => {
    if (!isHeld && scroller.current) scroller.current.scrollTop = 0;
  }, [isHeld]);
  const first = Math.max(
    0,
    offsets.findLastIndex((offset) => offset <= top - overscanPx),
  );
  const end = offsets.findIndex((offset) => offset >= top + height + overscanPx);
  return (
    <div
      class="row-list"
      ref={scroller}
      onPointerEnter={({ pointerType }) => hold.set('pointer', pointerType === 'mouse')}
      onPointerLeave={() => hold.set('pointer', false)}
      onFocusIn={({ target }) =>
        hold.set('focus', target instanceof Element && target.matches(':focus-visible'))
      }
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          hold.set('focus', false);
      }}
      onScroll={({ currentTarget: { scrollTop } }) => {
        setTop(scrollTop);
        hold.set('scroll', scrollTop > scrollTolerancePx);
      }}
    >
      <ul aria-label={label} style={{ height: `${offsets.at(-1)}px` }}>
        {first > 0 && <li aria-hidden="true" style={{ height: `${offsets[first]}px` }} />}
        {rows.slice(first, end < 0 ? rows.length : end).map(renderRow)}
      </ul>
    </div>
  );
};
