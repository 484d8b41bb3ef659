import { compareDeliveries } from './delivery.ts';
import { comparePublishing } from './publishing.ts';
import type { Suite } from '../suite.ts';

/** What relays cost and what they add; the server under test takes no part. */
export const relay: Suite = {
  id: 'relay',
  title: 'Relays',
  async run(context) {
    await comparePublishing(context);
    await compareDeliveries(context);
  },
};
