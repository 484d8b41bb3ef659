import type { LayoutRequest, Positions } from './layout-request.ts';

/** Computes layouts without blocking the event loop. */
export interface LayoutRunner {
  /** @throws ApiError LAYOUT_FAILED after a timeout; any other error when the layout fails */
  arrange(request: LayoutRequest): Promise<Positions>;
  /** Releases its resources and fails pending requests. The next request starts it again. */
  close(): Promise<void>;
}
