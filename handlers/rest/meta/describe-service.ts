/** What each layer is for, as the rest of a sentence that begins with its name. */
export const layerDescriptions = {
  L1: 'edits node graphs over REST: graphs, nodes, connections, ports and variables',
  L2: 'runs one-shot actions in the scene runtime at /api/actions/{category}/{action}',
  L3: 'streams events over the hub at /api/events and takes actions back on the same connection',
} as const;

export const trademarkNotice =
  'Product and platform names that appear in this API are trademarks of their owners.';

/** The three layers in a sentence each, and the trademark notice that the root carries. */
export const describeService = [
  ...Object.entries(layerDescriptions).map(([name, purpose]) => `${name} ${purpose}.`),
  trademarkNotice,
].join(' ');
