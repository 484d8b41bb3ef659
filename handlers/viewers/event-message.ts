// biome-ignore-all lint/style/noNonNullAssertion: a reference of the document leads to what is in it
import type {
  AsyncApiDocument,
  AsyncApiMessage,
  MessageExample,
  Reference,
} from '#spec/contract/asyncapi-types.ts';
import { type Components, type JsonSchema, mapSchema } from '#spec/contract/json-schema.ts';
import { type Content, type Html, html, idOf } from './html.ts';
import { renderSchema } from './schema-table.ts';

/** The id of the card about a message. */
export const messageId = (name: string): string => `message-${idOf(name)}`;

/** The last part of a reference, which is the name of what it points to. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The components of a document, each with its own parts inside it: those whose names begin with its name. */
export const wholeSchemas = ({ components: { schemas } }: AsyncApiDocument): Components => {
  const expand = (owner: string, schema: JsonSchema): JsonSchema =>
    mapSchema(schema, (part) => {
      const name = typeof part.$ref === 'string' ? nameOf({ $ref: part.$ref }) : '';
      const isOwn = name.startsWith(owner) && /^[A-Z]/.test(name.slice(owner.length));
      return isOwn ? expand(owner, schemas[name]!) : part;
    });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, expand(name, schema)]));
};

/** A schema, or the one that it refers to. */
export const resolve = (schema: JsonSchema, schemas: Components): JsonSchema =>
  typeof schema.$ref === 'string' ? schemas[nameOf({ $ref: schema.$ref })]! : schema;

/**
 * One message of the AsyncAPI document with its payload and examples.
 * @param schemas the components as {@link wholeSchemas} returns them
 */
export const drawEventMessage = (
  { messages }: Pick<AsyncApiDocument['components'], 'messages'>,
  name: string,
  schemas: Components,
): Html => {
  const message = messages[name]!;
  const { title, summary, payload, examples } = message;
  return html`<article class="card" id="${messageId(name)}">
<h4><code>${title}</code></h4>
<p>${summary}</p>
${marksOf(message)}
<p>On the wire: <code>${wireForm(resolve(message.headers, schemas), message['x-hub-field'])}</code></p>
${payload && renderSchema(resolve(payload, schemas), `Payload of ${title}`)}
${examples.map((example) => drawExample(example, summary))}
</article>
`;
};

const marksOf = (message: AsyncApiMessage): Content => {
  const { 'x-high-volume': highVolume, 'x-filter-fields': fields } = message;
  if (!highVolume && !fields) return undefined;
  return html`<p>${highVolume && html`<span class="badge">coalesced under load</span>`}
${fields?.map((field) => html`<span class="badge">can be filtered by ${field}</span>`)}</p>`;
};

/** The hub message around a payload, in the JSON encoding. */
const wireForm = ({ properties }: JsonSchema, payloadAt: string | undefined): string => {
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, schema]) => `"${name}": ${'const' in schema ? JSON.stringify(schema.const) : '…'}`,
  );
  const [, field, isItem] = payloadAt?.split('/') ?? [];
  const payload = isItem === undefined ? 'payload' : '[payload]';
  return `{${[...fields, ...(field === undefined ? [] : [`"${field}": ${payload}`])].join(', ')}}`;
};

const drawExample = ({ summary, headers, payload }: MessageExample, ofMessage: string): Html =>
  html`<details><summary>Example${summary !== ofMessage && `: ${summary}`}</summary>
<pre><code>${JSON.stringify(payload ?? headers, null, 2)}</code></pre></details>
`;
