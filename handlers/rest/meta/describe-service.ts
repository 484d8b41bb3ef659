/** The three layers in a sentence each, and the trademark notice that the root carries. */
export const describeService =
  'L1 edits node graphs over REST: graphs, nodes, connections, ports and variables. ' +
  'L2 runs one-shot actions in the scene runtime at /api/actions/{category}/{action}. ' +
  'L3 streams events over the hub at /api/events and takes actions back on the same connection. ' +
  'Product and platform names that appear in this API are trademarks of their owners.';
