import { pathOf } from '../observed.ts';
import { html } from './markup.ts';
import type { Exchange } from '../../target/http/exchange.ts';
import type { Content, Html } from './markup.ts';

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const message = (title: string, headers: Readonly<Record<string, string>>, body = ''): Html => {
  const lines = Object.entries(headers);
  return html`<div class="message"><h5>${title}</h5>
${lines.length > 0 && html`<dl class="headers">${lines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`}
${body === '' ? html`<p class="quiet">no body</p>` : html`<pre>${indented(body)}</pre>`}</div>`;
};

const toneOf = (status: number | undefined): string =>
  status === undefined ? 'dead' : `s${String(status)[0]}`;

const titleOf = ({ request, response, transport, ms }: Exchange): Content => {
  const status = transport === 'http' ? (response?.status ?? 'no answer') : transport;
  return html`<span class="method">${request.method}</span><span class="path">${pathOf(request)}</span><span class="code ${toneOf(response?.status)}">${status}</span><span class="ms">${ms} ms</span>`;
};

/** An exchange that unfolds into headers and bodies. */
export const foldedExchange = (exchange: Exchange, isJudged = false): Html => {
  const { request, response } = exchange;
  return html`<details class="exchange${isJudged && ' judged'}"${isJudged && html` open`}><summary>${titleOf(exchange)}${isJudged && html`<span class="tag">judged</span>`}</summary>
<div class="messages">${message('Request', request.headers, request.body)}${
    response ? message('Answer', response.headers, response.body) : html`<p>No answer came.</p>`
  }</div></details>`;
};

/** An exchange in one line. */
export const briefExchange = (exchange: Exchange): Html => html`<li class="brief">${titleOf(exchange)}</li>`;
