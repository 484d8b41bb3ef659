import { compareDeliveries } from './delivery-comparisons.ts';
import { comparePublishing } from './publishing-comparison.ts';
import type { Suite } from '../suite.ts';

/** Measures the cost of relays, and the capacity that relays add. The server under test is not involved. */
export const relaySuite: Suite = {
  id: 'relay',
  title: 'Relays',
  async run(context) {
    await comparePublishing(context);
    await compareDeliveries(context);
  },
};
