// biome-ignore-all lint/style/noNonNullAssertion: a reference of the document leads to what is in it
import type {
  AsyncApiDocument,
  AsyncApiMessage,
  MessageExample,
  Reference,
} from '#spec/contract/asyncapi-types.ts';
import { type Components, type JsonSchema, mapSchema } from '#spec/contract/json-schema.ts';
import { type Content, type Html, html, toElementId } from '#spec/text/html.ts';
import { renderSchemaTable } from './render-schema-table.ts';

/** Returns the id of a message's element on the page. */
export const getMessageId = (name: string): string => `message-${toElementId(name)}`;

/** Returns the last part of a reference, which is the target's name. */
export const getReferenceName = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Returns a document's schemas. The parts of each schema, whose names start with the schema's name, are inlined. */
export const inlineSchemaParts = ({ components: { schemas } }: AsyncApiDocument): Components => {
  const expand = (owner: string, schema: JsonSchema): JsonSchema =>
    mapSchema(schema, (part) => {
      const name = typeof part.$ref === 'string' ? getReferenceName({ $ref: part.$ref }) : '';
      const isOwn = name.startsWith(owner) && /^[A-Z]/.test(name.slice(owner.length));
      return isOwn ? expand(owner, schemas[name]!) : part;
    });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, expand(name, schema)]));
};

/** Returns the schema that a reference points to. A schema that is not a reference is returned unchanged. */
export const resolveSchema = (schema: JsonSchema, schemas: Components): JsonSchema =>
  typeof schema.$ref === 'string' ? schemas[getReferenceName({ $ref: schema.$ref })]! : schema;

/**
 * Renders a message in the AsyncAPI document, with its payload and examples.
 * @param schemas the schemas returned by {@link inlineSchemaParts}
 */
export const renderEventMessage = (
  { messages }: Pick<AsyncApiDocument['components'], 'messages'>,
  name: string,
  schemas: Components,
): Html => {
  const message = messages[name]!;
  const { title, summary, payload, examples } = message;
  return html`<article class="card" id="${getMessageId(name)}">
<h4><code>${title}</code></h4>
<p>${summary}</p>
${listMessageBadges(message)}
<p>On the wire: <code>${renderHubMessage(resolveSchema(message.headers, schemas), message['x-hub-field'])}</code></p>
${payload && renderSchemaTable(resolveSchema(payload, schemas), `Payload of ${title}`)}
${examples.map((example) => renderExample(example, summary))}
</article>
`;
};

const listMessageBadges = (message: AsyncApiMessage): Content => {
  const { 'x-high-volume': highVolume, 'x-filter-fields': fields } = message;
  if (!highVolume && !fields) return undefined;
  return html`<p>${highVolume && html`<span class="badge">coalesced under load</span>`}
${fields?.map((field) => html`<span class="badge">can be filtered by ${field}</span>`)}</p>`;
};

/** Formats the hub message that surrounds a payload in the JSON encoding. */
const renderHubMessage = ({ properties }: JsonSchema, payloadAt: string | undefined): string => {
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, schema]) => `"${name}": ${'const' in schema ? JSON.stringify(schema.const) : '…'}`,
  );
  const [, field, isItem] = payloadAt?.split('/') ?? [];
  const payload = isItem === undefined ? 'payload' : '[payload]';
  return `{${[...fields, ...(field === undefined ? [] : [`"${field}": ${payload}`])].join(', ')}}`;
};

const renderExample = ({ summary, headers, payload }: MessageExample, messageSummary: string): Html =>
  html`<details><summary>Example${summary !== messageSummary && `: ${summary}`}</summary>
<pre><code>${JSON.stringify(payload ?? headers, null, 2)}</code></pre></details>
`;
