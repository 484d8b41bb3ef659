/**
 * Renders the service's own catalog as one document, so that authors of runtimes and clients need not restate it. The
 * same input always produces the same output.
 */
import { actions, actionsByName, deviceCategories } from '../actions/index.ts';
import { convertValue } from '../convert-value.ts';
import { dataTypes } from '../discovery-data-types.ts';
import { events } from '../events.ts';
import { listKeys } from '../list-keys.ts';
import { canConnectTypes } from '../port-compatibility.ts';
import { getDefaultValue, type Json, type PortType, portTypeNames, portTypes } from '../values.ts';
import { createSchemaCollector, mergeComponents } from './json-schema.ts';
import { renderActionsSchema } from './render-actions.ts';
import type { NodeType, PortDeclaration } from '../node-type.ts';
import type { EventSpec } from './event-and-message-spec.ts';

/** Values that a connection can deliver. Each type's conversions of them show its rules. */
const convertedValues: readonly Json[] = [
  ...[null, false, true, 0, 2.5, -1.5, 1e300],
  ...['', 'true', 'TRUE', '7', ' -1e3 ', 'text'],
  ...[[], [1, 'two', true], {}, { x: 1, y: 'two' }, { r: 0.5, a: 0 }],
];

const renderPortType = (name: PortType) => ({
  description: portTypes[name].description,
  zero: getDefaultValue(name),
  ...('children' in portTypes[name] && { subPorts: portTypes[name].children }),
  connectsTo: portTypeNames.filter((input) => canConnectTypes(name, input)),
  ...(name !== 'Trigger' &&
    name !== 'Button' && {
      conversions: convertedValues.map((value) => ({ value, result: convertValue(name, value) })),
    }),
});

const deviceCategoryNames: ReadonlySet<string> = new Set(deviceCategories);

/** Returns who carries out an action: the runtime, the service, or the service unless the runtime offers the action. */
const getExecutor = (name: string): 'runtime' | 'service' | 'either' => {
  const action = actionsByName.get(name.toLowerCase());
  if (action?.spec.byService) return 'service';
  return action && deviceCategoryNames.has(action.category) ? 'either' : 'runtime';
};

/** Renders a port with the value that an input has until it is set. */
const renderPort = ({ default: initial, takesMany, ...port }: PortDeclaration) => {
  const hasValue = port.direction === 'input' && port.type !== 'Trigger';
  return {
    ...port,
    ...(hasValue && { default: initial ?? getDefaultValue(port.type) }),
    ...(takesMany && { takesMany }),
  };
};

const renderNodeType = ({ ports, portsFor, ...type }: NodeType) => ({
  ...type,
  ports: ports.map(renderPort),
  ...(portsFor && { portsDependOnValues: true }),
});

const renderEvents = (render: ReturnType<typeof createSchemaCollector>['render']) =>
  Object.entries<EventSpec>(events).map(
    ([type, { summary, data, subject = [], byService, highVolume, example }]) => ({
      ...{ type, summary, subject },
      raisedBy: byService ? 'service' : 'runtime',
      ...(highVolume && { highVolume }),
      data: render(data, 'output'),
      example,
    }),
  );

/**
 * Renders node types with the ports and values of a new node, conversions of values, actions, event kinds and data
 * types. Schemas refer to `components` of the same document.
 * @param nodeTypes all node types of the service, in the order of its catalog
 */
export const renderCatalog = (nodeTypes: readonly NodeType[], version: string) => {
  const { render, mergeComponents: collectComponents } = createSchemaCollector();
  const eventKinds = renderEvents(render);
  const { categories, components } = renderActionsSchema(actions);
  return {
    ...{ format: 'scene-runtime-catalog', version },
    portTypes: Object.fromEntries(portTypeNames.map((name) => [name, renderPortType(name)])),
    nodeTypes: nodeTypes.map(renderNodeType),
    actions: categories.flatMap(({ actions: group }) =>
      group.map((action) => ({
        ...action,
        carriedOutBy: getExecutor(action.name),
      })),
    ),
    events: eventKinds,
    dataTypes: listKeys(dataTypes).map((name) => ({ name, ...dataTypes[name] })),
    components: { schemas: mergeComponents([components.schemas, collectComponents()]) },
  };
};
