/** A field that the description mentions without stating its location or name. */

interface FieldEntry {
  /** What the field contains, for messages and for a generated manifest. */
  readonly about: string;
  /** The usual locations, as expressions that are tried in order. '' means the record itself. */
  readonly defaultLocations: readonly string[];
}

export const fieldCatalog = {
  'node.ports': { about: 'the ports of a node', defaultLocations: ['ports'] },
  'node.locationX': {
    about: 'the horizontal position of a node',
    defaultLocations: ['locationX', 'x', 'location.x', 'position.x'],
  },
  'node.locationY': {
    about: 'the vertical position of a node',
    defaultLocations: ['locationY', 'y', 'location.y', 'position.y'],
  },
  'port.name': {
    about: 'the name of a port',
    defaultLocations: ['name', 'portName', 'displayName', 'label'],
  },
  'port.direction': {
    about: 'whether a port is an input or an output',
    defaultLocations: [
      'direction',
      'kind',
      'portDirection',
      'flow',
      'io',
      "isInput = true ? 'input' : isInput = false ? 'output'",
      "isOutput = true ? 'output' : isOutput = false ? 'input'",
      'list',
    ],
  },
  'port.value': { about: 'the value of a port', defaultLocations: ['value', 'currentValue', ''] },
  options: { about: 'the options of a dropdown', defaultLocations: ['options', 'values', 'items', 'labels'] },
  'option.label': {
    about: 'the label of an option',
    defaultLocations: ['label', 'name', 'value', 'text', 'displayName'],
  },
  'option.index': { about: 'the index of an option', defaultLocations: ['index', 'value', 'id'] },
  'vector.components': { about: 'the numbers of a Vector3, as a list', defaultLocations: [''] },
  'color.components': { about: 'the numbers of a Color, as a list', defaultLocations: [''] },
  'type.name': { about: 'the name of a type', defaultLocations: ['name', 'type', 'typeName', 'id', 'key'] },
  'connection.id': { about: 'the id of a connection', defaultLocations: ['id', 'connectionId'] },
  'connection.output': { about: 'the id of the port that a connection comes from', defaultLocations: [''] },
  'connection.input': { about: 'the id of the port that a connection goes to', defaultLocations: [''] },
  'validation.valid': {
    about: 'the verdict of a dry run',
    defaultLocations: [
      'valid',
      'isValid',
      'compatible',
      'isCompatible',
      'canConnect',
      'ok',
      'success',
      'verdict',
      'result',
    ],
  },
  'layout.saved': {
    about: 'whether positions are saved',
    defaultLocations: [
      'saved',
      'isSaved',
      'hasSaved',
      'exists',
      'hasSavedPositions',
      'hasSavedLayout',
      'available',
    ],
  },
  'layout.aspectRatio': {
    about: 'the aspect ratio of a layout',
    defaultLocations: ['aspectRatio', 'ratio', 'value', 'aspect'],
  },
  'graph.state': { about: 'the state of a graph', defaultLocations: ['state', 'status', 'executionState'] },
  'graph.running': { about: 'whether a graph is running', defaultLocations: ['running', 'isRunning'] },
  'category.name': {
    about: 'the name of a category',
    defaultLocations: ['name', 'category', 'categoryName', 'displayName'],
  },
  'category.nodes': { about: 'the nodes of a category', defaultLocations: ['nodes', 'nodeTypes', 'items'] },
  'category.count': {
    about: 'the number of nodes in a category',
    defaultLocations: ['count', 'nodeCount', 'nodesCount', 'totalCount'],
  },
  'search.hint': {
    about: 'the hint of an empty search',
    defaultLocations: ['hint', 'message', 'suggestion'],
  },
  'console.severity': {
    about: 'the severity of a console entry',
    defaultLocations: ['severity', 'type', 'level'],
  },
  'console.contextType': {
    about: 'the context of a console entry',
    defaultLocations: ['contextType', 'contextKind', 'context'],
  },
  'console.timestamp': {
    about: 'the timestamp of a console entry',
    defaultLocations: ['timestamp', 'timeStamp', 'time', 'date'],
  },
  'variable.value': { about: 'the value of a variable', defaultLocations: ['value', 'currentValue'] },
  'variable.type': {
    about: 'the value type of a variable',
    defaultLocations: ['type', 'valueType', 'variableType'],
  },
  'toc.method': { about: 'the method of a listed route', defaultLocations: ['method', 'verb'] },
  'toc.route': {
    about: 'the template of a listed route',
    defaultLocations: ['route', 'path', 'template', 'routeTemplate', 'url'],
  },
  'toc.purpose': {
    about: 'the purpose of a listed route',
    defaultLocations: ['purpose', 'description', 'summary'],
  },
  'action.result': {
    about: 'the result of an action in the action schema',
    defaultLocations: ['result', 'returns', 'response', 'output'],
  },
  'action.route': {
    about: 'the route of an action in the action schema',
    defaultLocations: ['route', 'path', 'url', 'endpoint'],
  },
  'action.answer': {
    about: 'the result in the response of an action',
    defaultLocations: ['result', 'data', 'output'],
  },
  'action.parameters': {
    about: 'the parameters of an action in the action schema',
    defaultLocations: [
      'parameters',
      'params',
      'args',
      'arguments',
      'properties',
      'schema.properties',
      'parameters.properties',
    ],
  },
  'action.name': {
    about: 'the name of an action in the action schema',
    defaultLocations: ['name', 'action', 'id', 'command', 'key'],
  },
  'parameter.name': {
    about: 'the name of a parameter in the action schema',
    defaultLocations: ['name', 'key', 'id', 'parameter'],
  },
  'parameter.required': {
    about: 'whether a parameter is required',
    defaultLocations: ['required', 'isRequired', 'mandatory'],
  },
  'parameter.optional': {
    about: 'whether a parameter is optional',
    defaultLocations: ['optional', 'isOptional'],
  },
  'parameter.type': { about: 'the type of a parameter', defaultLocations: ['type', 'kind', 'valueType'] },
  'discovery.needsRuntime': {
    about: 'the field that says whether a data type needs the runtime',
    defaultLocations: [],
  },
  'response.success': { about: 'whether an ActionResponse is a success', defaultLocations: [] },
  'event.type': {
    about: 'the kind of an event, in the first argument of ReceiveEvent',
    defaultLocations: [],
  },
  'event.data': {
    about: 'the payload of an event, in the first argument of ReceiveEvent',
    defaultLocations: [],
  },
  'component.name': {
    about: 'the name of a component of an object',
    defaultLocations: ['name', 'component', 'componentName', 'type', 'id', 'key'],
  },
  'component.count': {
    about: 'the number of properties in a component',
    defaultLocations: ['propertyCount', 'propertiesCount', 'count', 'properties'],
  },
  'component.properties': {
    about: 'the properties in the response for a component',
    defaultLocations: ['properties', 'items', ''],
  },
  'property.name': {
    about: 'the name of a property',
    defaultLocations: ['name', 'property', 'propertyName', 'key', 'id'],
  },
  'property.type': {
    about: 'the type label of a property',
    defaultLocations: ['type', 'typeLabel', 'valueType', 'propertyType', 'label'],
  },
  'property.value': { about: 'the value of a property', defaultLocations: ['value', 'currentValue'] },
  'property.previous': {
    about: 'the previous value of a property, in the response to a write',
    defaultLocations: ['previous', 'previousValue', 'oldValue', 'old', 'before'],
  },
  'property.structural': {
    about: 'whether a property reshapes the asset',
    defaultLocations: ['structural', 'isStructural', 'reshapes'],
  },
  'asset.tag': {
    about: 'the tag of an asset in a list of them',
    defaultLocations: ['asset', 'tag', 'assetTag', 'name', 'id'],
  },
  'clip.duration': {
    about: 'the duration of a clip in seconds',
    defaultLocations: ['duration', 'length', 'durationSeconds', 'seconds', 'clip.duration', 'clip.length'],
  },
  'clip.tracks': {
    about: 'what a clip animates',
    defaultLocations: [
      'tracks',
      'properties',
      'boundProperties',
      'channels',
      'curves',
      'clip.tracks',
      'clip.properties',
      'clip.curves',
    ],
  },
  'playback.id': {
    about: 'the id of a playback, in the response of animation.play',
    defaultLocations: ['playbackId', 'playback.id', 'playback', 'id', 'handle'],
  },
  'playback.weight': {
    about: 'the weight of a live playback',
    defaultLocations: ['weight', 'currentWeight', 'targetWeight'],
  },
  'spawn.tag': { about: 'the tag in the response of scene.spawn', defaultLocations: [] },
} as const satisfies Readonly<Record<string, FieldEntry>>;

export type FieldName = keyof typeof fieldCatalog;

export const isFieldName = (key: string): key is FieldName => Object.hasOwn(fieldCatalog, key);

export const fieldNames = Object.keys(fieldCatalog) as readonly FieldName[];
