import { actionsByName } from '#spec/actions/index.ts';
import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import type { GraphDocument } from './graph-document.ts';
import type { GraphStore } from './graph-store.ts';
import { type Variables, listVisibleVariables } from '../variables/variables.ts';

/** What the runtime tells of itself. */
interface RuntimeOptions {
  /** Undefined while nobody knows them. */
  readonly scenes: readonly string[] | undefined;
  hasAction(name: string): boolean;
}

/** The labels of a Dropdown whose options depend on the project, as its graph sees them; undefined while nobody knows them. */
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
    // devices and actions come and go, and a graph is made for those that will be there
    case 'midi-inputs':
    case 'midi-outputs':
    case 'input-actions':
    case undefined:
      return undefined;
  }
};
