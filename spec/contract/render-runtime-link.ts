/** Renders the runtime link as one JSON schema. The same input always produces the same output. */
import * as z from 'zod';
import { actionsByName } from '../actions/index.ts';
import { DiscoveryItem } from '../discovery-data-types.ts';
import { discoveryOperations } from '../rest/discovery.ts';
import { linkCommands } from '../runtime-link/commands.ts';
import { LinkError, CommandStamp, type LinkCommandSpec } from '../runtime-link/command-spec.ts';
import { linkCloseCodes, linkErrors } from '../runtime-link/errors.ts';
import { linkLimits, linkPath, linkProtocols } from '../runtime-link/link-settings.ts';
import { Hello, controllerNotifications, runtimeNotifications, Welcome } from '../runtime-link/messages.ts';
import { isSafeIntegerBound, type JsonSchema, mapSchema, toJsonSchema } from './json-schema.ts';

/** The parts of a command's description other than its schemas. */
interface CommandDescription {
  readonly summary: string;
  readonly params: JsonSchema;
  readonly result: JsonSchema;
  readonly errors: readonly string[];
  readonly needs?: string;
  readonly mayBeLate?: true;
}

const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema';

/** Renders all messages as they are sent, keyed by name. */
export const renderRuntimeLink = (version: string): JsonSchema => {
  const definitions = new Map<string, JsonSchema>();
  const render = (schema: z.ZodType): JsonSchema => {
    const { $defs = {}, $schema: _, ...rootSchema } = toJsonSchema(schema, 'input', 'draft-2020-12');
    for (const [name, part] of Object.entries($defs)) definitions.set(name, cleanUpSchema(part));
    return cleanUpSchema(rootSchema);
  };
  const named = (name: string, schema: JsonSchema): JsonSchema => {
    definitions.set(name, schema);
    return { $ref: `#/$defs/${name}` };
  };

  const commands = Object.entries<LinkCommandSpec>(linkCommands).map(([name, spec]) => {
    const params = named(`${name}.params`, render(spec.params));
    const result = named(`${name}.result`, render(z.object({ ...CommandStamp.shape, ...spec.result })));
    const { summary, errors = [], needs, mayBeLate } = spec;
    const command: CommandDescription = {
      ...{ summary, params, result, errors },
      ...(needs && { needs }),
      ...(mayBeLate && { mayBeLate }),
    };
    return [name, command] as const;
  });
  const actionResults = [...actionsByName.values()].map(
    ({ name, spec }) => [name, named(`action.${name}.result`, render(spec.result))] as const,
  );
  const discoveryItems = {
    spawnables: named('discovery.spawnable', render(discoveryOperations.listSpawnables.returns[200])),
    other: named('discovery.item', render(DiscoveryItem)),
  };
  const notices = (all: Readonly<Record<string, { summary: string; params: z.ZodType }>>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, { summary, params }]) => [
        name,
        { summary, params: named(`${name}.params`, render(params)) },
      ]),
    );
  const hello = {
    params: named('hello.params', render(Hello)),
    result: named('hello.result', render(Welcome)),
  };
  const failure = named('failure', render(LinkError));
  const runtimeNotices = notices(runtimeNotifications);
  const controls = notices(controllerNotifications);
  return {
    $schema: jsonSchemaDialect,
    title: 'Scene Runtime link',
    description: 'The messages between a service and a runtime in another process: spec/RUNTIME-LINK.md',
    'x-version': version,
    'x-protocols': linkProtocols,
    'x-path': linkPath,
    'x-limits': linkLimits,
    'x-errors': linkErrors,
    'x-close-codes': linkCloseCodes,
    'x-hello': hello,
    'x-commands': Object.fromEntries(commands),
    'x-action-results': Object.fromEntries(actionResults),
    'x-discovery-items': discoveryItems,
    'x-failure': failure,
    'x-notices': runtimeNotices,
    'x-controls': controls,
    ...createMessageSchemas({
      commands: Object.fromEntries(commands),
      runtimeNotices,
      controls,
      hello,
      failure,
    }),
    $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

const cleanUpSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, ({ readOnly: _, id: __, ...rest }) =>
    Object.fromEntries(
      Object.entries(rest).filter(([keyword, value]) => !isSafeIntegerBound(keyword, value)),
    ),
  );

interface LinkMessageSchemas {
  readonly commands: Readonly<Record<string, CommandDescription>>;
  readonly runtimeNotices: Readonly<Record<string, { readonly params: JsonSchema }>>;
  readonly controls: Readonly<Record<string, { readonly params: JsonSchema }>>;
  readonly hello: { readonly params: JsonSchema; readonly result: JsonSchema };
  readonly failure: JsonSchema;
}

const jsonrpcVersion = { const: '2.0' };
const createMessageSchema = (properties: Readonly<Record<string, unknown>>): JsonSchema => ({
  type: 'object',
  properties: { jsonrpc: jsonrpcVersion, ...properties },
  required: ['jsonrpc', ...Object.keys(properties)],
});

/** Renders every message as either side sends it. */
const createMessageSchemas = ({
  commands,
  runtimeNotices,
  controls,
  hello,
  failure,
}: LinkMessageSchemas): JsonSchema => {
  const id = { type: 'integer', minimum: 1 };
  const notice = (all: LinkMessageSchemas['runtimeNotices']) =>
    Object.entries(all).map(([method, { params }]) =>
      createMessageSchema({ method: { const: method }, params }),
    );
  const error = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: failure },
    required: ['code', 'message'],
  };
  return {
    anyOf: [
      {
        title: 'From the runtime',
        anyOf: [
          createMessageSchema({
            id: { type: ['string', 'integer'] },
            method: { const: 'hello' },
            params: hello.params,
          }),
          ...notice(runtimeNotices),
          createMessageSchema({ id, result: { type: 'object' } }),
          createMessageSchema({ id, error }),
        ],
      },
      {
        title: 'From the service',
        anyOf: [
          createMessageSchema({ id: { type: ['string', 'integer'] }, result: hello.result }),
          createMessageSchema({ id: { type: ['string', 'integer'] }, error }),
          ...Object.entries(commands).map(([method, { params }]) =>
            createMessageSchema({ id, method: { const: method }, params }),
          ),
          ...notice(controls),
        ],
      },
    ],
  };
};
