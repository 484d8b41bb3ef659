// biome-ignore-all lint/style/noNonNullAssertion: a reference of the document leads to what is in it
import type {
  AsyncApiDocument,
  AsyncApiMessage,
  MessageExample,
  Reference,
} from '#spec/contract/asyncapi.ts';
import type { JsonSchema } from '#spec/contract/json-schema.ts';
import { type Content, type Html, html, idOf } from './html.ts';
import { renderSchema } from './schema-table.ts';

/** The id of the card about a message. */
export const messageId = (name: string): string => `message-${idOf(name)}`;

/** The last part of a reference, which is the name of what it points to. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** One message of the AsyncAPI document with its payload and examples. */
export const drawEventMessage = ({ components }: AsyncApiDocument, name: string): Html => {
  const message = components.messages[name]!;
  const { title, summary, payload, examples } = message;
  const ref = message.headers.$ref;
  const headers = typeof ref === 'string' ? components.schemas[nameOf({ $ref: ref })]! : message.headers;
  return html`<article class="card" id="${messageId(name)}">
<h4><code>${title}</code></h4>
<p>${summary}</p>
${marksOf(message)}
<p>On the wire: <code>${wireForm(headers, message['x-hub-field'])}</code></p>
${payload && renderSchema(payload, `Payload of ${title}`)}
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
