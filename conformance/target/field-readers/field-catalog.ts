/** The fields that the description mentions without stating their location or name. */
import { listKeys } from '../../json.ts';

interface FieldEntry {
  /** What the field contains, for messages and for a generated manifest. */
  readonly about: string;
  /** The record that an expression is applied to, so that an author knows what '' means. */
  readonly root: string;
  /** An expression that an unusual implementation might need. */
  readonly example: string;
  /** The usual locations, as expressions that are tried in order. '' means the record itself. */
  readonly defaultLocations: readonly string[];
}

type FieldRow = readonly [about: string, example: string, locations: string];

/**
 * For each root, its fields: what the field contains, an example, and the usual locations, of which `this` is the record
 * itself.
 */
const fieldTable = {
  'a node, as GET /api/graphs/{graphId}/nodes lists it and POST returns it': {
    'node.ports': ['the ports of a node', 'sockets', 'ports'],
    'node.locationX': [
      'the horizontal position of a node',
      'place.x',
      'locationX | x | location.x | position.x',
    ],
    'node.locationY': [
      'the vertical position of a node',
      'place.y',
      'locationY | y | location.y | position.y',
    ],
  },
  "a port in 'node.ports'; node, nodeType, graph and list are also available": {
    'port.name': ['the name of a port', 'label', 'name | portName | displayName | label'],
    'port.direction': [
      'whether a port is an input or an output',
      "id in node.inputs ? 'input' : 'output'",
      "direction | kind | portDirection | flow | io | isInput = true ? 'input' : isInput = false ? 'output' | isOutput = true ? 'output' : isOutput = false ? 'input' | list",
    ],
  },
  'the response of GET /api/ports/{portId}/value': {
    'port.value': ['the value of a port', 'reading.value', 'value | currentValue | this'],
  },
  'the response of GET /api/ports/{portId}/options, or a port': {
    options: ['the options of a dropdown', 'choices', 'options | values | items | labels'],
  },
  "an element of 'options'": {
    'option.label': ['the label of an option', 'caption', 'label | name | value | text | displayName'],
    'option.index': ['the index of an option', 'position', 'index | value | id'],
  },
  "'port.value' of a Vector3 port": {
    'vector.components': ['the numbers of a Vector3, as a list', '[east, north, up]', 'this'],
  },
  "'port.value' of a Color port": {
    'color.components': ['the numbers of a Color, as a list', 'rgba', 'this'],
  },
  'an element of a list in GET /api/types': {
    'type.name': ['the name of a type', 'title', 'name | type | typeName | id | key'],
  },
  'an element of GET /api/graphs/{graphId}/connections, or the response to POST': {
    'connection.id': ['the id of a connection', 'connectionId', 'id | connectionId'],
    'connection.output': ['the id of the port that a connection comes from', 'source.port.id', 'this'],
    'connection.input': ['the id of the port that a connection goes to', 'sink.port.id', 'this'],
  },
  'the response of POST /api/graphs/{graphId}/connections/validate': {
    'validation.valid': [
      'the verdict of a dry run',
      "verdict = 'fine'",
      'valid | isValid | compatible | isCompatible | canConnect | ok | success | verdict | result',
    ],
  },
  'the response of GET /api/graphs/{graphId}/layout/saved': {
    'layout.saved': [
      'whether positions are saved',
      'saved.exists',
      'saved | isSaved | hasSaved | exists | hasSavedPositions | hasSavedLayout | available',
    ],
  },
  'the response of GET /api/graphs/{graphId}/layout/aspect-ratio': {
    'layout.aspectRatio': [
      'the aspect ratio of a layout',
      'aspect.ratio',
      'aspectRatio | ratio | value | aspect',
    ],
  },
  'the response of choices.routes.getGraph': {
    'graph.state': ['the state of a graph', 'execution.state', 'state | status | executionState'],
    'graph.running': ['whether a graph is running', 'execution.active', 'running | isRunning'],
  },
  'an element of GET /api/node-types, or the response of GET /api/node-types/{category}': {
    'category.name': ['the name of a category', 'title', 'name | category | categoryName | displayName'],
    'category.nodes': ['the nodes of a category', 'members', 'nodes | nodeTypes | items'],
    'category.count': [
      'the number of nodes in a category',
      'size',
      'count | nodeCount | nodesCount | totalCount',
    ],
  },
  'the response of GET /api/node-types/search?q=... without results': {
    'search.hint': ['the hint of an empty search', 'advice', 'hint | message | suggestion'],
  },
  'an element of GET /api/console': {
    'console.severity': ['the severity of a console entry', 'level.severity', 'severity | type | level'],
    'console.contextType': [
      'the context of a console entry',
      'context.kind',
      'contextType | contextKind | context',
    ],
    'console.timestamp': [
      'the timestamp of a console entry',
      'occurred',
      'timestamp | timeStamp | time | date',
    ],
  },
  'the response of choices.routes.readVariable, or an element of choices.routes.listVariables': {
    'variable.value': ['the value of a variable', 'holds', 'value | currentValue'],
    'variable.type': ['the value type of a variable', 'holdsType', 'type | valueType | variableType'],
  },
  'a record anywhere in GET /api/toc': {
    'toc.method': ['the method of a listed route', "$substringBefore(call, ' ')", 'method | verb'],
    'toc.route': [
      'the template of a listed route',
      "$substringAfter(call, ' ')",
      'route | path | template | routeTemplate | url',
    ],
    'toc.purpose': ['the purpose of a listed route', 'does', 'purpose | description | summary'],
  },
  'a record of an action in GET /api/actions/schema': {
    'action.result': [
      'the schema of the result of an action',
      'gives',
      'result | returns | response | output',
    ],
    'action.route': ['the route of an action in the action schema', 'url', 'route | path | url | endpoint'],
    'action.parameters': [
      'the parameters of an action in the action schema',
      'takes',
      'parameters | params | args | arguments | properties | schema.properties | parameters.properties',
    ],
    'action.name': [
      'the name of an action in the action schema',
      'command',
      'name | action | id | command | key',
    ],
  },
  'the response of POST /api/actions/...': {
    'action.answer': ['the result of an action', 'carriedOut.result', 'result | data | output'],
  },
  "an element of 'action.parameters', if that is a list": {
    'parameter.name': ['the name of a parameter in the action schema', 'key', 'name | key | id | parameter'],
    'parameter.required': [
      'whether a parameter is required',
      "need = 'must'",
      'required | isRequired | mandatory',
    ],
    'parameter.optional': ['whether a parameter is optional', "need = 'may'", 'optional | isOptional'],
    'parameter.type': ['the type of a parameter', 'form', 'type | kind | valueType'],
  },
  'a record of a data type in GET /api/discovery': {
    'discovery.needsRuntime': [
      'the field that says whether a data type needs the runtime',
      'needs.runtime',
      '',
    ],
  },
  "an element of 'items' in GET /api/discovery/{dataType}, if that is a record": {
    'discovery.name': ['the name of an item', 'caption', 'name | displayName | label | title'],
  },
  'the first argument of ActionResponse': {
    'response.success': ['whether an ActionResponse is a success', 'succeeded', ''],
  },
  'the first argument of ReceiveEvent; args (all arguments) is also available': {
    'event.type': ['the kind of an event', 'header.topic', ''],
    'event.data': ['the payload of an event', 'detail', ''],
  },
  'an element of GET /api/objects/{tag}/components': {
    'component.name': [
      'the name of a component of an object',
      'component.name',
      'name | component | componentName | type | id | key',
    ],
    'component.count': [
      'the number of properties in a component',
      'properties.count',
      'propertyCount | propertiesCount | count | properties',
    ],
  },
  'the response of GET /api/objects/{tag}/components/{component}, or of GET /api/assets/{tag}/properties': {
    'component.properties': [
      'the properties in the response for a component',
      'fields',
      'properties | items | this',
    ],
  },
  "an element of 'component.properties'": {
    'property.name': ['the name of a property', 'title', 'name | property | propertyName | key | id'],
    'property.structural': [
      'whether a property reshapes the asset',
      'reshapes',
      'structural | isStructural | reshapes',
    ],
  },
  "an element of 'component.properties', or the response of GET .../{property}": {
    'property.type': [
      'the type label of a property',
      'typeInfo.label',
      'type | typeLabel | valueType | propertyType | label',
    ],
    'property.value': ['the value of a property', 'now', 'value | currentValue'],
  },
  'the response of PUT .../{property}': {
    'property.previous': [
      'the previous value of a property',
      'change.before',
      'previous | previousValue | oldValue | old | before',
    ],
    'property.new': ['the new value of a property, in the response to a write', 'change.after', ''],
  },
  'an element of GET /api/assets/{tag}/properties': {
    'property.options': [
      'the options of a listed property',
      'kind.options',
      'options | enumOptions | values | choices',
    ],
    'property.url': [
      'the URL for reading and writing a listed property',
      'links.direct',
      'url | href | links.self | link',
    ],
  },
  'an element of results in the response of PUT .../properties': {
    'result.error': [
      'the error of a failed property, in the results of a bulk write',
      'problem',
      'error | errorMessage | errorCode',
    ],
  },
  'a record in the response of assets.list, or an element of GET /api/discovery/runtime-assets and bundled-assets':
    {
      'asset.tag': ['the tag of an asset in a list of them', 'tag', 'asset | tag | assetTag | name | id'],
    },
  'the response of GET /api/objects/{tag}/animations/clips/{clip}': {
    'clip.duration': [
      'the duration of a clip in seconds',
      'clip.seconds',
      'duration | length | durationSeconds | seconds | clip.duration | clip.length',
    ],
    'clip.tracks': [
      'what a clip animates',
      'curves.writes',
      'tracks | properties | boundProperties | channels | curves | clip.tracks | clip.properties | clip.curves',
    ],
  },
  "'action.answer' of animation.play or playSet, where any playback of the set will do": {
    'playback.id': [
      'the id of a playback',
      'started.playback.id',
      'playbackId | playback.id | playback | id | handle',
    ],
  },
  'a record of a playback in GET /api/objects/{tag}/animations/playbacks': {
    'playback.weight': [
      'the weight of a live playback',
      'blend.weight',
      'weight | currentWeight | targetWeight',
    ],
  },
  'the whole response of scene.spawn': {
    'spawn.tag': ['the tag of a spawned object', 'carriedOut.result.object.tag', ''],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldRow>>>>;

type KeyOfAny<Fields> = Fields extends unknown ? keyof Fields : never;
export type FieldName = KeyOfAny<(typeof fieldTable)[keyof typeof fieldTable]>;

const listLocations = (locations: string): readonly string[] =>
  locations === '' ? [] : locations.split(' | ').map((location) => (location === 'this' ? '' : location));

export const fieldCatalog = Object.fromEntries(
  Object.entries(fieldTable).flatMap(([root, fields]) =>
    Object.entries<FieldRow>(fields).map(([name, [about, example, locations]]): [string, FieldEntry] => [
      name,
      { about, root, example, defaultLocations: listLocations(locations) },
    ]),
  ),
) as Readonly<Record<FieldName, FieldEntry>>;

export const isFieldName = (key: string): key is FieldName => Object.hasOwn(fieldCatalog, key);

export const fieldNames = listKeys(fieldCatalog);
