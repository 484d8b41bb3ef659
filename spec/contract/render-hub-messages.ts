import { CompletionError } from '../hub.ts';
import { renderSchema } from './json-schema.ts';
import type { AsyncApiMessage, MessageExample } from './asyncapi-types.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type { HubExchange, HubMessageSpec } from './event-and-message-spec.ts';

export type Hub = Readonly<Record<string, HubMessageSpec>>;

/** A message with the schemas that the message refers to. */
export interface RenderedMessage {
  readonly message: AsyncApiMessage;
  readonly components: Components;
}

/** The completion message for calls that return nothing or fail. */
export const emptyCompletion = 'Completion';
export const failedCompletion = 'CompletionError';

/** Returns the name of the completion message that carries the method's result. */
export const getCompletionName = (method: string): string => `${method}Completion`;

/** Renders the hub messages that don't carry events: methods, callbacks and completions. */
export const renderHubMessages = (hub: Hub): readonly RenderedMessage[] => {
  const exchanges = listExchanges(hub);
  return [
    ...Object.entries(hub).map(([name, spec]) =>
      spec.direction === 'client-to-server'
        ? renderMethod(name, spec)
        : renderCallback(name, spec, exchanges),
    ),
    ...renderCompletions(hub, exchanges),
  ];
};

/** An exchange with the name that all its examples share. */
interface NamedExchange extends HubExchange {
  readonly name: string;
  readonly method: string;
}

const listExchanges = (hub: Hub): readonly NamedExchange[] =>
  Object.entries(hub).flatMap(([method, { exchanges = {} }]) =>
    Object.entries(exchanges).map(([key, exchange]) => ({ ...exchange, method, name: `${method}.${key}` })),
  );

const constantSchema = (type: 'integer' | 'string', value: unknown): JsonSchema => ({ type, const: value });

const renderHeaders = (properties: Readonly<Record<string, JsonSchema>>, optional?: string): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => name !== optional),
});

const invocationId: JsonSchema = {
  type: 'string',
  description:
    'Chosen by the caller and repeated in the completion. A call without it receives no completion',
};

const invocationCorrelation = { $ref: '#/components/correlationIds/invocation' };

const createRequestCorrelation = (pointer: string) => ({
  description: 'The id that pairs a command or a batch with its response',
  location: `$message.payload#${pointer}`,
});

/** Adds a title to a schema. References are wrapped in `allOf`, because a reference allows no other keywords. */
const withTitle = (title: string, schema: JsonSchema): JsonSchema =>
  '$ref' in schema ? { title, allOf: [schema] } : { title, ...schema };

const renderMethod = (
  name: string,
  { summary, args, requestId, exchanges = {} }: HubMessageSpec,
): RenderedMessage => {
  const names = Object.keys(args.shape);
  const { schema, components } = renderSchema(args, 'input', 'draft-7');
  const { properties = {}, required = [] } = schema;
  const message: AsyncApiMessage = {
    name,
    title: name,
    summary,
    headers: renderHeaders(
      { type: constantSchema('integer', 1), target: constantSchema('string', name), invocationId },
      'invocationId',
    ),
    payload: {
      type: 'array',
      items: Object.entries(properties).map(([argument, property]) => withTitle(argument, property)),
      minItems: names.filter((argument) => required.includes(argument)).length,
      maxItems: names.length,
    },
    correlationId: requestId === undefined ? invocationCorrelation : createRequestCorrelation(requestId),
    'x-hub-field': '/arguments',
    'x-arguments': names,
    examples: Object.entries(exchanges)
      .filter(([, { invalid }]) => !invalid)
      .map(([key, exchange]) => ({
        name: `${name}.${key}`,
        summary: exchange.summary,
        payload: exchange.call,
      })),
  };
  return { message, components };
};

const renderCallback = (
  name: string,
  { summary, args, requestId }: HubMessageSpec,
  exchanges: readonly NamedExchange[],
): RenderedMessage => {
  const { schema, components } = renderSchema(args, 'output', 'draft-7');
  const [payload = {}] = Object.values(schema.properties ?? {});
  const message: AsyncApiMessage = {
    name,
    title: name,
    summary,
    headers: renderHeaders({ type: constantSchema('integer', 1), target: constantSchema('string', name) }),
    payload,
    ...(requestId !== undefined && { correlationId: createRequestCorrelation(requestId) }),
    'x-hub-field': '/arguments/0',
    examples: exchanges.flatMap((exchange) =>
      (exchange.callbacks ?? [])
        .filter((callback) => callback.name === name)
        .map(({ argument }) => ({ name: exchange.name, summary: exchange.summary, payload: argument })),
    ),
  };
  return { message, components };
};

const renderCompletions = (hub: Hub, exchanges: readonly NamedExchange[]): readonly RenderedMessage[] => [
  {
    message: renderCompletion({
      name: emptyCompletion,
      summary: 'The call succeeded and has no result',
      examples: [
        {
          name: emptyCompletion,
          summary: 'The first call of a client succeeded',
          headers: { type: 3, invocationId: '1' },
        },
      ],
    }),
    components: {},
  },
  ...Object.entries(hub).flatMap(([method, { result }]) => {
    if (!result) return [];
    const { schema, components } = renderSchema(result, 'output', 'draft-7');
    const message = renderCompletion({
      name: getCompletionName(method),
      summary: `The result of ${method}`,
      payload: schema,
      'x-hub-field': '/result',
      examples: exchanges
        .filter((exchange) => exchange.method === method)
        .flatMap((exchange) => renderExample(exchange, exchange.result)),
    });
    return [{ message, components }];
  }),
  {
    message: renderCompletion({
      name: failedCompletion,
      summary: 'The call was rejected or failed',
      payload: renderSchema(CompletionError, 'output', 'draft-7').schema,
      'x-hub-field': '/error',
      examples: exchanges.flatMap((exchange) => renderExample(exchange, exchange.error)),
    }),
    components: {},
  },
];

const renderExample = ({ name, summary }: NamedExchange, payload: unknown): readonly MessageExample[] =>
  payload === undefined ? [] : [{ name, summary, payload }];

type CompletionInput = Omit<AsyncApiMessage, 'title' | 'headers' | 'correlationId'>;

const renderCompletion = ({ name, summary, ...completion }: CompletionInput): AsyncApiMessage => ({
  name,
  title: name,
  summary,
  headers: renderHeaders({ type: constantSchema('integer', 3), invocationId }),
  correlationId: invocationCorrelation,
  ...completion,
});
