import { actionsByName } from '#spec/actions/index.ts';
import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import type { GraphDocument } from './graph-document.ts';
import type { GraphStore } from './graph-store.ts';
import { type Variables, listVisibleVariables } from '../variables/variables.ts';

/** What the runtime reports about itself. */
interface RuntimeOptions {
  /** Undefined while unknown. */
  readonly scenes: readonly string[] | undefined;
  hasAction(name: string): boolean;
}

/**
 * Lists the labels of a dropdown whose options depend on the project, as its graph sees them; undefined while unknown.
 */
export const listDropdownOptions = (
  port: PortDeclaration,
  graph: GraphDocument,
  store: GraphStore,
  variables: Variables,
  { scenes, hasAction }: RuntimeOptions,
): readonly string[] | undefined => {
  switch (port.optionsFrom) {
    case 'variables':
      return listVisibleVariables(variables, graph.id).map(({ name }) => name);
    case 'graphs':
      return [...store.graphs.values()].map(({ name }) => name);
    case 'actions':
      return [...actionsByName.values()].flatMap(({ name }) => (hasAction(name) ? [name] : []));
    case 'scenes':
      return scenes;
    // Not validated: devices and actions come and go, and a graph may be made for ones that appear later.
    case 'midi-inputs':
    case 'midi-outputs':
    case 'input-actions':
    case undefined:
      return undefined;
  }
};
