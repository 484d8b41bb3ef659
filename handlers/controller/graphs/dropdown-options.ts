import { actionsByName } from '#spec/actions/index.ts';
import type { PortDeclaration } from '#runtime/link/node-type.ts';
import type { GraphDocument } from './graph-document.ts';
import type { GraphStore } from './graph-store.ts';
import { type Variables, listVisibleVariables } from '../variables/variables.ts';

/** The options that the runtime has reported so far. */
interface RuntimeOptions {
  /** The names of the scenes; `undefined` until the runtime has reported them. */
  readonly scenes: readonly string[] | undefined;
  hasAction(name: string): boolean;
}

/**
 * Lists the labels of a dropdown whose options depend on the project or graph. Returns `undefined` while the options
 * are unknown.
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
    // These options are not validated, because devices and actions may appear after the graph is edited.
    case 'midi-inputs':
    case 'midi-outputs':
    case 'input-actions':
    default:
      return undefined;
  }
};
