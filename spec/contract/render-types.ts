import * as z from 'zod';
import { isBytes, pathParameters, splitRoute } from './operation.ts';
import { mergeComponents, renderSchema } from './json-schema.ts';
import { recordQueryShapeOf } from './query.ts';
import { arrayOf, block, comment, indented, member, typeOf } from './render-types-schema.ts';
import type { ActionSpec } from './action.ts';
import type { Components, JsonSchema, SchemaIo } from './json-schema.ts';
import type { EventSpec, HubMessageSpec } from './message.ts';
import type { OperationSpec } from './operation.ts';

/** What is printed: the contract, by the names that its parts stand under. */
interface TypedContract {
  readonly operations: Readonly<Record<string, OperationSpec>>;
  readonly actions: Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>;
  readonly events: Readonly<Record<string, EventSpec>>;
  readonly hub: Readonly<Record<string, HubMessageSpec>>;
  readonly errors: Readonly<Record<string, unknown>>;
}

type Type = (schema: z.ZodType, io: SchemaIo) => string;

/** A query flag is sent as text, and written as the boolean that it stands for. */
const isFlag = ({ enum: values }: JsonSchema): boolean => JSON.stringify(values) === '["true","false"]';

/**
 * Prints the types of the typed client: `Routes`, `Actions`, `Events`, `HubMessages` and `ErrorCode`, and an interface for
 * each named schema. They are those that `spec/client/contract.ts` infers, for readers without zod.
 * @throws Error for a schema that no type is known for, or when two different ones claim one name
 */
export const renderTypes = ({ operations, actions, events, hub, errors }: TypedContract): string => {
  const collected: Components[] = [];
  const render = (schema: z.ZodType, io: SchemaIo): JsonSchema => {
    const rendered = renderSchema(schema, io, 'draft-7');
    collected.push(rendered.components);
    return rendered.schema;
  };
  const type: Type = (schema, io) => typeOf(render(schema, io));
  const inputOf = (operation: OperationSpec): string =>
    block([...paramsOf(operation), ...queryOf(operation, render), ...bodyOf(operation, type)]);

  const routes = Object.values(operations).map((operation) =>
    member(
      operation.route,
      block([member('input', inputOf(operation)), member('answer', answerOf(operation, type))]),
      { about: operation.summary },
    ),
  );
  const acts = Object.entries(actions).flatMap(([category, group]) =>
    Object.entries(group).map(([name, { parameters, result, summary }]) =>
      member(
        `${category}.${name}`,
        block([member('parameters', type(parameters, 'input')), member('result', type(result, 'output'))]),
        { about: summary },
      ),
    ),
  );
  const data = Object.entries(events).map(([name, event]) =>
    member(name, type(event.data, 'output'), { about: event.summary }),
  );
  const messages = Object.entries(hub).map(([name, { direction, args, result, summary }]) =>
    member(
      name,
      block([
        member('args', type(args, direction === 'client-to-server' ? 'input' : 'output')),
        member('result', result ? type(result, 'output') : 'undefined'),
      ]),
      { about: summary },
    ),
  );
  return [
    '// Printed from the contract of the Scene Runtime Control API.\n',
    declaration('Routes', block(routes), 'By route: what a call takes, and what it answers.'),
    declaration('Actions', block(acts), 'By full dotted name: parameters and result of a direct action.'),
    declaration('Events', block(data), 'By dotted type: the data of an event.'),
    declaration('HubMessages', block(messages), 'By name: arguments and result of a hub method or callback.'),
    `/** What \`GET /api/errors\` lists. */\nexport type ErrorCode =${indented(
      Object.keys(errors)
        .map((code) => `\n| '${code}'`)
        .join(''),
    )};\n`,
    ...Object.entries(mergeComponents(collected)).map(([name, schema]) =>
      declaration(name, typeOf(schema), schema.description),
    ),
  ].join('\n');
};

const declaration = (name: string, type: string, about: unknown): string =>
  `${comment(about)}export ${type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;

const paramsOf = ({ route }: OperationSpec): string[] => {
  const names = pathParameters(splitRoute(route).path);
  return names.length > 0 ? [member('params', block(names.map((name) => member(name, 'string'))))] : [];
};

const queryOf = (
  operation: OperationSpec,
  render: (schema: z.ZodType, io: SchemaIo) => JsonSchema,
): string[] => {
  const shape = recordQueryShapeOf(operation);
  const { properties = {}, required = [] } = render(z.object(shape), 'input') as {
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  };
  const parameters = Object.entries(properties).map(([name, schema]) =>
    member(name, isFlag(schema) ? 'boolean' : typeOf(schema), {
      optional: !required.includes(name),
      about: schema.description,
    }),
  );
  return parameters.length > 0
    ? [member('query', block(parameters), { optional: required.length === 0 })]
    : [];
};

const bodyOf = ({ body }: OperationSpec, type: Type): string[] =>
  body ? [member('body', type(body, 'input'), { optional: body.safeParse(undefined).success })] : [];

const answerOf = ({ returns, list }: OperationSpec, type: Type): string => {
  const answers = Object.values(returns).map((own) =>
    typeof own === 'string' ? (isBytes(own) ? 'Uint8Array' : 'string') : type(own, 'output'),
  );
  const answer = [...new Set(answers)].join(' | ');
  if (!list) return answer;
  const items = arrayOf(answer);
  return `${items} | ${block(['totalCount: number;', `items: ${items};`, 'hint?: string;'])}`;
};
