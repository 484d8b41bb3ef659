import * as z from 'zod';
import { isBinaryContentType, listPathParameters, splitRoute } from './operation-spec.ts';
import { createSchemaCollector } from './json-schema.ts';
import { getRecordQueryShape, isFlagSchema } from './query-parameters.ts';
import {
  formatArrayType,
  formatMemberBlock,
  formatComment,
  indentText,
  formatMember,
  schemaToType,
} from './schema-to-typescript.ts';
import type { ActionCategories } from './action-spec.ts';
import type { JsonSchema, SchemaIo } from './json-schema.ts';
import type { EventSpec, HubMessageSpec } from './event-and-message-spec.ts';
import type { OperationSpec } from './operation-spec.ts';

/** The contract whose types are printed, with the names of its parts. */
interface TypedContract {
  readonly operations: Readonly<Record<string, OperationSpec>>;
  readonly actions: ActionCategories;
  readonly events: Readonly<Record<string, EventSpec>>;
  readonly hub: Readonly<Record<string, HubMessageSpec>>;
  readonly errors: Readonly<Record<string, unknown>>;
}

type FormatSchemaType = (schema: z.ZodType, io: SchemaIo) => string;

/**
 * Prints the types of the typed client for users who don't have zod: `Routes`, `Actions`, `Events`, `HubMessages`,
 * `ErrorCode`, and an interface for each named schema. The printed types equal the types inferred in
 * `spec/client/contract.ts`.
 * @throws Error for a schema without a known type, or if two different schemas have the same name
 */
export const renderTypes = ({ operations, actions, events, hub, errors }: TypedContract): string => {
  const { render, mergeComponents } = createSchemaCollector('draft-7');
  const type: FormatSchemaType = (schema, io) => schemaToType(render(schema, io));
  const formatInput = (operation: OperationSpec): string =>
    formatMemberBlock([
      ...formatParamsType(operation),
      ...formatQueryType(operation, render),
      ...formatBodyType(operation, type),
    ]);

  const routes = Object.values(operations).map((operation) =>
    formatMember(
      operation.route,
      formatMemberBlock([
        formatMember('input', formatInput(operation)),
        formatMember('answer', formatResponseType(operation, type)),
      ]),
      { description: operation.summary },
    ),
  );
  const actionMembers = Object.entries(actions).flatMap(([category, group]) =>
    Object.entries(group).map(([name, { parameters, result, summary }]) =>
      formatMember(
        `${category}.${name}`,
        formatMemberBlock([
          formatMember('parameters', type(parameters, 'input')),
          formatMember('result', type(result, 'output')),
        ]),
        { description: summary },
      ),
    ),
  );
  const data = Object.entries(events).map(([name, event]) =>
    formatMember(name, type(event.data, 'output'), { description: event.summary }),
  );
  const messages = Object.entries(hub).map(([name, { direction, args, result, summary }]) =>
    formatMember(
      name,
      formatMemberBlock([
        formatMember('args', type(args, direction === 'client-to-server' ? 'input' : 'output')),
        formatMember('result', result ? type(result, 'output') : 'undefined'),
      ]),
      { description: summary },
    ),
  );
  return [
    '// Printed from the contract of the Scene Runtime Control API.\n',
    formatDeclaration('Routes', formatMemberBlock(routes), 'Parameters and response of each route.'),
    formatDeclaration(
      'Actions',
      formatMemberBlock(actionMembers),
      'Parameters and result of each direct action, by full dotted name.',
    ),
    formatDeclaration('Events', formatMemberBlock(data), 'The data of each event, by dotted type.'),
    formatDeclaration(
      'HubMessages',
      formatMemberBlock(messages),
      'Arguments and result of each hub method or callback, by name.',
    ),
    `/** The codes that \`GET /api/errors\` lists. */\nexport type ErrorCode =${indentText(
      Object.keys(errors)
        .map((code) => `\n| '${code}'`)
        .join(''),
    )};\n`,
    ...Object.entries(mergeComponents()).map(([name, schema]) =>
      formatDeclaration(name, schemaToType(schema), schema.description),
    ),
  ].join('\n');
};

const formatDeclaration = (name: string, type: string, description: string | undefined): string =>
  `${formatComment(description)}export ${type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;

const formatParamsType = ({ route }: OperationSpec): string[] => {
  const names = listPathParameters(splitRoute(route).path);
  return names.length > 0
    ? [formatMember('params', formatMemberBlock(names.map((name) => formatMember(name, 'string'))))]
    : [];
};

const formatQueryType = (
  operation: OperationSpec,
  render: (schema: z.ZodType, io: SchemaIo) => JsonSchema,
): string[] => {
  const shape = getRecordQueryShape(operation);
  const { properties = {}, required = [] } = render(z.object(shape), 'input');
  const parameters = Object.entries(properties).map(([name, schema]) =>
    formatMember(name, isFlagSchema(schema) ? 'boolean' : schemaToType(schema), {
      optional: !required.includes(name),
      description: schema.description,
    }),
  );
  return parameters.length > 0
    ? [formatMember('query', formatMemberBlock(parameters), { optional: required.length === 0 })]
    : [];
};

const formatBodyType = ({ body, bodyStream }: OperationSpec, type: FormatSchemaType): string[] => {
  if (bodyStream) return [formatMember('body', 'Blob | Uint8Array | ReadableStream<Uint8Array>')];
  return body
    ? [formatMember('body', type(body, 'input'), { optional: body.safeParse(undefined).success })]
    : [];
};

const formatResponseType = ({ returns, list }: OperationSpec, type: FormatSchemaType): string => {
  const responseTypes = Object.values(returns).map((schema) =>
    typeof schema === 'string'
      ? isBinaryContentType(schema)
        ? 'Uint8Array'
        : 'string'
      : type(schema, 'output'),
  );
  const responseType = [...new Set(responseTypes)].join(' | ');
  if (!list) return responseType;
  const items = formatArrayType(responseType);
  return `${items} | ${formatMemberBlock(['totalCount: number;', `items: ${items};`, 'hint?: string;'])}`;
};
