import { expect, it } from 'vitest';
import { prefersHtml } from './content-negotiation.ts';

it.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'text/html, */*',
  'text/*',
  'application/json;q=0.5, text/html;q=0.6',
  'application/json;q=0, text/html;q=0.1',
])('prefers HTML for %s', (accept) => expect(prefersHtml(accept)).toBe(true));

it.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html',
  'text/html;q=0.5, application/json',
  'text/html;q=0.5, */*',
  'text/html;q=0, */*',
  'text/html;q=nonsense',
  'image/png',
  'application/xhtml+text/html',
])('prefers JSON for %s', (accept) => expect(prefersHtml(accept)).toBe(false));
