import { listPathParameters, splitRoute } from './operation-spec.ts';
import type { OperationSpec } from './operation-spec.ts';

const exampleGraphId = '6f9f0f8e-4a1b-4a53-9d8e-1df0b8a6c0aa';

const examplesByName: Readonly<Record<string, string>> = {
  graphId: exampleGraphId,
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

/** Examples for parameter names that have a different meaning in one area. */
const examplesByArea: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assets: { tag: 'sunflower.glb', path: 'sunflower.glb', property: 'scale' },
  actions: { category: 'log', group: 'objects' },
  layout: { id: exampleGraphId },
  nodes: { id: exampleGraphId },
  variables: { id: 'c1c4c1de-6d0a-4f57-9a4e-0a1f7c1f1a11' },
};

/** Returns an example for each of an operation's path parameters, or `undefined` for parameters without an example. */
export const getPathExamples = (operation: OperationSpec): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    listPathParameters(splitRoute(operation.route).path).map((name) => [
      name,
      examplesByArea[operation.area]?.[name] ?? examplesByName[name],
    ]),
  );
