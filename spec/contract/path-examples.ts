import { pathParameters, splitRoute } from './operation.ts';
import type { OperationSpec } from './operation.ts';

const graphId = '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa';

const byName: Readonly<Record<string, string>> = {
  graphId,
  nodeId: '0b8a2c9c-1f3e-4f0a-8a51-0f8a77c2e001',
  portId: '0b8a2c9c-1f3e-4f0a-8a51-0f8a77c2e001.in.Message',
  connectionId: 'd5a4f7e2-3c1b-4f3e-9a70-5b1d2c3e4f50',
  code: 'GRAPH_NOT_FOUND',
  dataType: 'layers',
  category: 'Events',
  node: 'Start',
  action: 'console',
  tag: 'hero',
  component: 'Transform',
  property: 'position',
  clip: 'walk',
  file: 'init.js',
  liveFile: 'live.js',
  guide: 'client',
};

/** Names that mean something else in one area. */
const byArea: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assets: { tag: 'sunflower.glb', property: 'scale' },
  actions: { category: 'log', group: 'objects' },
  layout: { id: graphId },
  nodes: { id: graphId },
  variables: { id: 'c1c4c1de-6d0a-4f57-9a4e-0a1f7c1f1a11' },
};

/** An example for each path parameter of an operation; undefined where none is written down. */
export const pathExamples = (operation: OperationSpec): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    pathParameters(splitRoute(operation.route).path).map((name) => [
      name,
      byArea[operation.area]?.[name] ?? byName[name],
    ]),
  );
