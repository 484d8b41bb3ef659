/** A field that the description mentions without stating its location or name. */

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

export const fieldCatalog = {
  'node.ports': {
    about: 'the ports of a node',
    root: 'a node, as GET /api/graphs/{graphId}/nodes lists it and POST returns it',
    example: 'sockets',
    defaultLocations: ['ports'],
  },
  'node.locationX': {
    about: 'the horizontal position of a node',
    root: 'a node, as GET /api/graphs/{graphId}/nodes lists it and POST returns it',
    example: 'place.x',
    defaultLocations: ['locationX', 'x', 'location.x', 'position.x'],
  },
  'node.locationY': {
    about: 'the vertical position of a node',
    root: 'a node, as GET /api/graphs/{graphId}/nodes lists it and POST returns it',
    example: 'place.y',
    defaultLocations: ['locationY', 'y', 'location.y', 'position.y'],
  },
  'port.name': {
    about: 'the name of a port',
    root: "a port in 'node.ports'; node, nodeType, graph and list are also available",
    example: 'label',
    defaultLocations: ['name', 'portName', 'displayName', 'label'],
  },
  'port.direction': {
    about: 'whether a port is an input or an output',
    root: "a port in 'node.ports'; node, nodeType, graph and list are also available",
    example: "id in node.inputs ? 'input' : 'output'",
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
  'port.value': {
    about: 'the value of a port',
    root: 'the response of GET /api/ports/{portId}/value',
    example: 'reading.value',
    defaultLocations: ['value', 'currentValue', ''],
  },
  options: {
    about: 'the options of a dropdown',
    root: 'the response of GET /api/ports/{portId}/options, or a port',
    example: 'choices',
    defaultLocations: ['options', 'values', 'items', 'labels'],
  },
  'option.label': {
    about: 'the label of an option',
    root: "an element of 'options'",
    example: 'caption',
    defaultLocations: ['label', 'name', 'value', 'text', 'displayName'],
  },
  'option.index': {
    about: 'the index of an option',
    root: "an element of 'options'",
    example: 'position',
    defaultLocations: ['index', 'value', 'id'],
  },
  'vector.components': {
    about: 'the numbers of a Vector3, as a list',
    root: "'port.value' of a Vector3 port",
    example: '[east, north, up]',
    defaultLocations: [''],
  },
  'color.components': {
    about: 'the numbers of a Color, as a list',
    root: "'port.value' of a Color port",
    example: 'rgba',
    defaultLocations: [''],
  },
  'type.name': {
    about: 'the name of a type',
    root: 'an element of a list in GET /api/types',
    example: 'title',
    defaultLocations: ['name', 'type', 'typeName', 'id', 'key'],
  },
  'connection.id': {
    about: 'the id of a connection',
    root: 'an element of GET /api/graphs/{graphId}/connections, or the response to POST',
    example: 'connectionId',
    defaultLocations: ['id', 'connectionId'],
  },
  'connection.output': {
    about: 'the id of the port that a connection comes from',
    root: 'an element of GET /api/graphs/{graphId}/connections, or the response to POST',
    example: 'source.port.id',
    defaultLocations: [''],
  },
  'connection.input': {
    about: 'the id of the port that a connection goes to',
    root: 'an element of GET /api/graphs/{graphId}/connections, or the response to POST',
    example: 'sink.port.id',
    defaultLocations: [''],
  },
  'validation.valid': {
    about: 'the verdict of a dry run',
    root: 'the response of POST /api/graphs/{graphId}/connections/validate',
    example: "verdict = 'fine'",
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
    root: 'the response of GET /api/graphs/{graphId}/layout/saved',
    example: 'saved.exists',
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
    root: 'the response of GET /api/graphs/{graphId}/layout/aspect-ratio',
    example: 'aspect.ratio',
    defaultLocations: ['aspectRatio', 'ratio', 'value', 'aspect'],
  },
  'graph.state': {
    about: 'the state of a graph',
    root: 'the response of choices.routes.getGraph',
    example: 'execution.state',
    defaultLocations: ['state', 'status', 'executionState'],
  },
  'graph.running': {
    about: 'whether a graph is running',
    root: 'the response of choices.routes.getGraph',
    example: 'execution.active',
    defaultLocations: ['running', 'isRunning'],
  },
  'category.name': {
    about: 'the name of a category',
    root: 'an element of GET /api/node-types, or the response of GET /api/node-types/{category}',
    example: 'title',
    defaultLocations: ['name', 'category', 'categoryName', 'displayName'],
  },
  'category.nodes': {
    about: 'the nodes of a category',
    root: 'an element of GET /api/node-types, or the response of GET /api/node-types/{category}',
    example: 'members',
    defaultLocations: ['nodes', 'nodeTypes', 'items'],
  },
  'category.count': {
    about: 'the number of nodes in a category',
    root: 'an element of GET /api/node-types, or the response of GET /api/node-types/{category}',
    example: 'size',
    defaultLocations: ['count', 'nodeCount', 'nodesCount', 'totalCount'],
  },
  'search.hint': {
    about: 'the hint of an empty search',
    root: 'the response of GET /api/node-types/search?q=... without results',
    example: 'advice',
    defaultLocations: ['hint', 'message', 'suggestion'],
  },
  'console.severity': {
    about: 'the severity of a console entry',
    root: 'an element of GET /api/console',
    example: 'level.severity',
    defaultLocations: ['severity', 'type', 'level'],
  },
  'console.contextType': {
    about: 'the context of a console entry',
    root: 'an element of GET /api/console',
    example: 'context.kind',
    defaultLocations: ['contextType', 'contextKind', 'context'],
  },
  'console.timestamp': {
    about: 'the timestamp of a console entry',
    root: 'an element of GET /api/console',
    example: 'occurred',
    defaultLocations: ['timestamp', 'timeStamp', 'time', 'date'],
  },
  'variable.value': {
    about: 'the value of a variable',
    root: 'the response of choices.routes.readVariable, or an element of choices.routes.listVariables',
    example: 'holds',
    defaultLocations: ['value', 'currentValue'],
  },
  'variable.type': {
    about: 'the value type of a variable',
    root: 'the response of choices.routes.readVariable, or an element of choices.routes.listVariables',
    example: 'holdsType',
    defaultLocations: ['type', 'valueType', 'variableType'],
  },
  'toc.method': {
    about: 'the method of a listed route',
    root: 'a record anywhere in GET /api/toc',
    example: "$substringBefore(call, ' ')",
    defaultLocations: ['method', 'verb'],
  },
  'toc.route': {
    about: 'the template of a listed route',
    root: 'a record anywhere in GET /api/toc',
    example: "$substringAfter(call, ' ')",
    defaultLocations: ['route', 'path', 'template', 'routeTemplate', 'url'],
  },
  'toc.purpose': {
    about: 'the purpose of a listed route',
    root: 'a record anywhere in GET /api/toc',
    example: 'does',
    defaultLocations: ['purpose', 'description', 'summary'],
  },
  'action.result': {
    about: 'the schema of the result of an action',
    root: 'a record of an action in GET /api/actions/schema',
    example: 'gives',
    defaultLocations: ['result', 'returns', 'response', 'output'],
  },
  'action.route': {
    about: 'the route of an action in the action schema',
    root: 'a record of an action in GET /api/actions/schema',
    example: 'url',
    defaultLocations: ['route', 'path', 'url', 'endpoint'],
  },
  'action.answer': {
    about: 'the result of an action',
    root: 'the response of POST /api/actions/...',
    example: 'carriedOut.result',
    defaultLocations: ['result', 'data', 'output'],
  },
  'action.parameters': {
    about: 'the parameters of an action in the action schema',
    root: 'a record of an action in GET /api/actions/schema',
    example: 'takes',
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
    root: 'a record of an action in GET /api/actions/schema',
    example: 'command',
    defaultLocations: ['name', 'action', 'id', 'command', 'key'],
  },
  'parameter.name': {
    about: 'the name of a parameter in the action schema',
    root: "an element of 'action.parameters', if that is a list",
    example: 'key',
    defaultLocations: ['name', 'key', 'id', 'parameter'],
  },
  'parameter.required': {
    about: 'whether a parameter is required',
    root: "an element of 'action.parameters', if that is a list",
    example: "need = 'must'",
    defaultLocations: ['required', 'isRequired', 'mandatory'],
  },
  'parameter.optional': {
    about: 'whether a parameter is optional',
    root: "an element of 'action.parameters', if that is a list",
    example: "need = 'may'",
    defaultLocations: ['optional', 'isOptional'],
  },
  'parameter.type': {
    about: 'the type of a parameter',
    root: "an element of 'action.parameters', if that is a list",
    example: 'form',
    defaultLocations: ['type', 'kind', 'valueType'],
  },
  'discovery.needsRuntime': {
    about: 'the field that says whether a data type needs the runtime',
    root: 'a record of a data type in GET /api/discovery',
    example: 'needs.runtime',
    defaultLocations: [],
  },
  'discovery.name': {
    about: 'the name of an item',
    root: "an element of 'items' in GET /api/discovery/{dataType}, if that is a record",
    example: 'caption',
    defaultLocations: ['name', 'displayName', 'label', 'title'],
  },
  'response.success': {
    about: 'whether an ActionResponse is a success',
    root: 'the first argument of ActionResponse',
    example: 'succeeded',
    defaultLocations: [],
  },
  'event.type': {
    about: 'the kind of an event',
    root: 'the first argument of ReceiveEvent; args (all arguments) is also available',
    example: 'header.topic',
    defaultLocations: [],
  },
  'event.data': {
    about: 'the payload of an event',
    root: 'the first argument of ReceiveEvent; args (all arguments) is also available',
    example: 'detail',
    defaultLocations: [],
  },
  'component.name': {
    about: 'the name of a component of an object',
    root: 'an element of GET /api/objects/{tag}/components',
    example: 'component.name',
    defaultLocations: ['name', 'component', 'componentName', 'type', 'id', 'key'],
  },
  'component.count': {
    about: 'the number of properties in a component',
    root: 'an element of GET /api/objects/{tag}/components',
    example: 'properties.count',
    defaultLocations: ['propertyCount', 'propertiesCount', 'count', 'properties'],
  },
  'component.properties': {
    about: 'the properties in the response for a component',
    root: 'the response of GET /api/objects/{tag}/components/{component}, or of GET /api/assets/{tag}/properties',
    example: 'fields',
    defaultLocations: ['properties', 'items', ''],
  },
  'property.name': {
    about: 'the name of a property',
    root: "an element of 'component.properties'",
    example: 'title',
    defaultLocations: ['name', 'property', 'propertyName', 'key', 'id'],
  },
  'property.type': {
    about: 'the type label of a property',
    root: "an element of 'component.properties', or the response of GET .../{property}",
    example: 'typeInfo.label',
    defaultLocations: ['type', 'typeLabel', 'valueType', 'propertyType', 'label'],
  },
  'property.value': {
    about: 'the value of a property',
    root: "an element of 'component.properties', or the response of GET .../{property}",
    example: 'now',
    defaultLocations: ['value', 'currentValue'],
  },
  'property.previous': {
    about: 'the previous value of a property',
    root: 'the response of PUT .../{property}',
    example: 'change.before',
    defaultLocations: ['previous', 'previousValue', 'oldValue', 'old', 'before'],
  },
  'property.new': {
    about: 'the new value of a property, in the response to a write',
    root: 'the response of PUT .../{property}',
    example: 'change.after',
    defaultLocations: [],
  },
  'property.options': {
    about: 'the options of a listed property',
    root: 'an element of GET /api/assets/{tag}/properties',
    example: 'kind.options',
    defaultLocations: ['options', 'enumOptions', 'values', 'choices'],
  },
  'property.url': {
    about: 'the URL for reading and writing a listed property',
    root: 'an element of GET /api/assets/{tag}/properties',
    example: 'links.direct',
    defaultLocations: ['url', 'href', 'links.self', 'link'],
  },
  'result.error': {
    about: 'the error of a failed property, in the results of a bulk write',
    root: 'an element of results in the response of PUT .../properties',
    example: 'problem',
    defaultLocations: ['error', 'errorMessage', 'errorCode'],
  },
  'property.structural': {
    about: 'whether a property reshapes the asset',
    root: "an element of 'component.properties'",
    example: 'reshapes',
    defaultLocations: ['structural', 'isStructural', 'reshapes'],
  },
  'asset.tag': {
    about: 'the tag of an asset in a list of them',
    root: 'a record in the response of assets.list, or an element of GET /api/discovery/runtime-assets and bundled-assets',
    example: 'tag',
    defaultLocations: ['asset', 'tag', 'assetTag', 'name', 'id'],
  },
  'clip.duration': {
    about: 'the duration of a clip in seconds',
    root: 'the response of GET /api/objects/{tag}/animations/clips/{clip}',
    example: 'clip.seconds',
    defaultLocations: ['duration', 'length', 'durationSeconds', 'seconds', 'clip.duration', 'clip.length'],
  },
  'clip.tracks': {
    about: 'what a clip animates',
    root: 'the response of GET /api/objects/{tag}/animations/clips/{clip}',
    example: 'curves.writes',
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
    about: 'the id of a playback',
    root: "'action.answer' of animation.play or playSet, where any playback of the set will do",
    example: 'started.playback.id',
    defaultLocations: ['playbackId', 'playback.id', 'playback', 'id', 'handle'],
  },
  'playback.weight': {
    about: 'the weight of a live playback',
    root: 'a record of a playback in GET /api/objects/{tag}/animations/playbacks',
    example: 'blend.weight',
    defaultLocations: ['weight', 'currentWeight', 'targetWeight'],
  },
  'spawn.tag': {
    about: 'the tag of a spawned object',
    root: 'the whole response of scene.spawn',
    example: 'carriedOut.result.object.tag',
    defaultLocations: [],
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;

export type FieldName = keyof typeof fieldCatalog;

export const isFieldName = (key: string): key is FieldName => Object.hasOwn(fieldCatalog, key);

export const fieldNames = Object.keys(fieldCatalog) as readonly FieldName[];
