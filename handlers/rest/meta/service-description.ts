/** The purpose of each layer, as the end of a sentence that starts with its name. */
export const layerDescriptions = {
  L1: 'edits node graphs over REST: graphs, nodes, connections, ports and variables',
  L2: 'runs one-shot actions in the scene runtime at /api/actions/{category}/{action}',
  L3: 'streams events over the hub at /api/events and takes actions back on the same connection',
} as const;

export const trademarkNotice =
  'Product and platform names that appear in this API are trademarks of their owners.';

/** A sentence for each of the three layers, and the trademark notice of the root. */
export const describeService = [
  ...Object.entries(layerDescriptions).map(([name, purpose]) => `${name} ${purpose}.`),
  trademarkNotice,
].join(' ');
