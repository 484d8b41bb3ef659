import { expect, it } from 'vitest';
import { html, toElementId } from './html.ts';

const injectionText = `<img src=x onerror="alert('1')">&`;

it('escapes values in text and attributes', () => {
  expect(html`<p title="${injectionText}">${injectionText}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

it('escapes control characters, but no line breaks', () => {
  expect(html`<pre>${'a\n\u001b[2J'}</pre>`.text).toBe('<pre>a\n\\u001b[2J</pre>');
});

it('keeps HTML, joins lists and drops absent values, also in nested lists', () => {
  const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${[items, [undefined, [false, 7]]]}</ul>`.text).toBe('<ul><li>a</li><li>&lt;</li>7</ul>');
});

it('creates ids without characters that end an attribute', () => {
  expect(toElementId('"> Where to <begin>: 1.2')).toBe('where-to-begin-1.2');
});
