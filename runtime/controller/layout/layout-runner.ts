import type { LayoutRequest, Positions } from './layout-request.ts';

/** Works out arrangements; one that takes long holds up nothing else. */
export interface LayoutRunner {
  /** @throws ApiError LAYOUT_FAILED when it takes too long, or any error when it cannot be done */
  arrange(request: LayoutRequest): Promise<Positions>;
  /** Gives up what it holds; a layouter can be used again afterwards. */
  close(): Promise<void>;
}
