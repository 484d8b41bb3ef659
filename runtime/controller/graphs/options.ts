import { actionsByName } from '#spec/actions/index.ts';
import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import type { GraphDocument } from './document.ts';
import type { GraphStore } from './store.ts';
import { type Variables, variablesInReach } from '../variables/variables.ts';

/** What the runtime tells of itself. */
interface WhatThereIs {
  /** Undefined while nobody knows them. */
  readonly scenes: readonly string[] | undefined;
  hasAction(name: string): boolean;
}

/** The labels of a Dropdown whose options depend on the project, as its graph sees them; undefined while nobody knows them. */
export const optionsFor = (
  port: PortDeclaration,
  graph: GraphDocument,
  store: GraphStore,
  variables: Variables,
  { scenes, hasAction }: WhatThereIs,
): readonly string[] | undefined => {
  switch (port.optionsFrom) {
    case 'variables':
      return variablesInReach(variables, graph.id).map(({ name }) => name);
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
