import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Extra rows rendered beyond the visible ones. */
const overscanRows = 8;

interface VisibleRows {
  /** The scrolling element. */
  readonly scroller: RefObject<HTMLDivElement>;
  /** Its visible height, in pixels. */
  readonly height: number;
  /** Range of rows to render; the end is exclusive. */
  readonly first: number;
  readonly last: number;
  /** Call on each scroll event. */
  updateRange(): void;
  /** Scrolls just far enough to show a row. */
  scrollToRow(index: number): void;
}

/**
 * Computes which rows of a long list of equally high rows are visible.
 * @param rowHeight in pixels, as in the style sheet
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
