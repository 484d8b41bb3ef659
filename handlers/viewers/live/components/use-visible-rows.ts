import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Rows drawn beyond what is seen. */
const overscanRows = 8;

interface VisibleRows {
  /** What is scrolled. */
  readonly scroller: RefObject<HTMLDivElement>;
  /** How much of it is seen, in pixels. */
  readonly height: number;
  /** Rows to draw: from the first to before the last. */
  readonly first: number;
  readonly last: number;
  /** Looks where it is scrolled to: whenever it is scrolled. */
  updateRange(): void;
  /** Scrolls no farther than it takes to see a row. */
  scrollToRow(index: number): void;
}

/**
 * Which rows of a long list of one height are to be drawn: those that are seen.
 * @param rowHeight in pixels, as the style says
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
      const [above, below] = [index * rowHeight, (index + 1) * rowHeight - current.clientHeight];
      current.scrollTop = Math.max(below, Math.min(above, current.scrollTop));
    },
  };
};
