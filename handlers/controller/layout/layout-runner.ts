import type { LayoutRequest, Positions } from './layout-request.ts';

/** Computes layouts without blocking the event loop. */
export interface LayoutRunner {
  /**
   * Computes the positions for a request.
   * @throws ApiError LAYOUT_FAILED after a timeout; any other error when the layout fails
   */
  arrange(request: LayoutRequest): Promise<Positions>;
  /** Releases the runner's resources and rejects pending requests. The next request starts the runner again. */
  close(): Promise<void>;
}
