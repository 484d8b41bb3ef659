import { toSingleLine } from '../exchange-text.ts';
import { getRequestPath } from '../../target/http/exchange.ts';
import { html } from '#spec/text/html.ts';
import type { Exchange } from '../../target/http/exchange.ts';
import type { Content, Html } from '#spec/text/html.ts';

const indentJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Maximum length of a body in an exchange that nobody needs to examine, in characters. */
const maxBriefBodyChars = 200;

const renderMessage = (title: string, headers: Readonly<Record<string, string>>, body = ''): Html => {
  const lines = Object.entries(headers);
  return html`<div class="message"><h4>${title}</h4>
${lines.length > 0 && html`<dl class="headers">${lines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`}
${body === '' ? html`<p class="quiet">no body</p>` : html`<pre>${indentJson(body)}</pre>`}</div>`;
};

const getStatusClass = (status: number | undefined): string =>
  status === undefined ? 'dead' : `s${String(status)[0]}`;

const renderTitle = ({ request, response, transport, ms }: Exchange): Content => {
  const status = transport === 'http' ? (response?.status ?? 'no answer') : transport;
  return html`<span class="method">${request.method}</span><span class="path">${getRequestPath(request)}</span><span class="code ${getStatusClass(response?.status)}">${status}</span><span class="ms">${ms} ms</span>`;
};

/** Renders an exchange as an element that the reader can expand to show the headers and bodies. */
export const renderExchange = (exchange: Exchange, isJudged = false, isOpen = isJudged): Html => {
  const { request, response } = exchange;
  return html`<details class="exchange${isJudged && ' judged'}"${isJudged && isOpen && html` open`}><summary>${renderTitle(exchange)}${isJudged && html`<span class="tag">judged</span>`}</summary>
<div class="messages">${renderMessage('Request', request.headers, request.body)}${
    response ? renderMessage('Answer', response.headers, response.body) : html`<p>No response.</p>`
  }</div></details>`;
};

/** Renders an exchange of a passed audit, which the reader can expand to show the beginnings of its bodies. */
export const renderBriefExchange = (exchange: Exchange): Html => {
  const { request, response } = exchange;
  return html`<details class="exchange"><summary>${renderTitle(exchange)}</summary><div class="messages">${[request.body, response?.body].map((body = '') => body !== '' && html`<pre>${toSingleLine(body, maxBriefBodyChars)}</pre>`)}</div></details>`;
};
