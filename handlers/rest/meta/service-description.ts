/** What each layer does, phrased as the rest of a sentence that starts with the layer's name. */
export const layerDescriptions = {
  L1: 'edits node graphs over REST: graphs, nodes, connections, ports and variables',
  L2: 'runs one-shot actions in the scene runtime at /api/actions/{category}/{action}',
  L3: 'streams events over the hub at /api/events and takes actions back on the same connection',
} as const;

export const trademarkNotice =
  'Product and platform names that appear in this API are trademarks of their owners.';

/** The text for the root: a sentence for each of the three layers, followed by the trademark notice. */
export const describeService = [
  ...Object.entries(layerDescriptions).map(([name, purpose]) => `${name} ${purpose}.`),
  trademarkNotice,
].join(' ');
