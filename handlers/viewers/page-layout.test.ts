import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from '#spec/text/html.ts';
import { type PageContent, renderPage } from './page-layout.ts';

const content: PageContent = { title: 'One', path: '/docs/one', main: html`<p>text</p>` };

const getStyleHash = (page: string): string => {
  const [style = ''] = /(?<=<style>)[^<]*/.exec(page) ?? [];
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
};

describe('a page', () => {
  it('loads the typeface of the live page, and allows it', () => {
    const { text, headers } = renderPage(content, 'inter-1.woff2');
    expect(text).toContain("src: url('../live/inter-1.woff2')");
    expect(text).toContain('<link rel="preload" href="../live/inter-1.woff2"');
    expect(headers['Content-Security-Policy']).toContain(`style-src ${getStyleHash(text)}; font-src 'self'`);
  });

  it('loads nothing if the host has no live page', () => {
    const { text, headers } = renderPage(content);
    expect(text).not.toMatch(/@font-face|preload/);
    expect(headers['Content-Security-Policy']).toContain(`style-src ${getStyleHash(text)}`);
    expect(headers['Content-Security-Policy']).not.toContain('font-src');
  });

  it('keeps the sources that its content needs', () => {
    const { text, headers } = renderPage({
      ...content,
      policy: { 'style-src': "'self'", 'script-src': "'self'" },
    });
    const policy = headers['Content-Security-Policy'];
    expect(policy).toContain(`style-src ${getStyleHash(text)} 'self'`);
    expect(policy).toContain("script-src 'self'");
  });
});
