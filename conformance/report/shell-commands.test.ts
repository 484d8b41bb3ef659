import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatCommand, formatCurlCommand, formatReplayCommand } from './shell-commands.ts';
import { createExchange, createReport } from './testing-report.ts';
import type { Exchange } from '../target/http/exchange.ts';

const { rerun } = createReport();

/** Returns the arguments that a shell passes to a program for a command line. */
const splitShellWords = (line: string, env: Record<string, string>): readonly string[] =>
  JSON.parse(
    execFileSync(
      '/bin/sh',
      ['-c', `"$NODE" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${line}`],
      {
        env: { ...env, NODE: process.execPath, PATH: '' },
        encoding: 'utf8',
      },
    ),
  ) as string[];

const sendWithCurl = (exchange: Exchange): readonly string[] =>
  splitShellWords(formatCurlCommand(exchange, rerun) ?? '', { ALPHA_TOKEN: 'se$cret' });

const createExchangeWithHeaders = (headers: Record<string, string>): Exchange => {
  const exchange = createExchange('GET', '/api/types');
  return { ...exchange, request: { ...exchange.request, headers } };
};

describe('a curl command', () => {
  it('sends the original body, and the token from the environment variable that the run read', () => {
    const body = `{"value":"it's $HOME \\"\`quoted\`\\""}`;
    expect(sendWithCurl(createExchange('PUT', '/api/ports/p/value?a=1&b=2', undefined, body))).toEqual([
      'curl',
      '-i',
      '-X',
      'PUT',
      'http://127.0.0.1:1/api/ports/p/value?a=1&b=2',
      '-H',
      'x-api-key: se$cret',
      '-H',
      'content-type: application/json',
      '--data-binary',
      body,
    ]);
  });

  it('keeps tokens that the kit changed, and headers without a value', () => {
    expect(sendWithCurl(createExchangeWithHeaders({ 'x-api-key': '•••x' }))).toContain('x-api-key: se$cretx');
    expect(sendWithCurl(createExchangeWithHeaders({ 'x-api-key': '' }))).toContain('x-api-key;');
  });

  it('sends paths unchanged', () => {
    expect(formatCurlCommand(createExchange('GET', '/api/../api/types'), rerun)).toContain('--path-as-is');
    expect(formatCurlCommand(createExchange('GET', '/api/types?x={a}'), rerun)).toContain('-g');
  });

  it('takes the token of the copy that got the request', () => {
    const tokens = { 'http://127.0.0.1:1': 'ALPHA_TOKEN', 'http://127.0.0.1:12': 'BETA_TOKEN' };
    const exchange = createExchange('GET', '/api/types');
    const copy = { ...exchange, request: { ...exchange.request, url: 'http://127.0.0.1:12/api/types' } };
    expect(formatCurlCommand(copy, { command: '', tokens })).toContain('x-api-key: $BETA_TOKEN');
    expect(formatCurlCommand(copy, { command: '', tokens: {} })).toContain('x-api-key: $SCENE_TOKEN');
  });

  it('is absent for a truncated body and for the hub', () => {
    expect(
      formatCurlCommand(createExchange('POST', '/api/batch', undefined, '{"a… (9000 characters)'), rerun),
    ).toBe(undefined);
    expect(formatCurlCommand({ ...createExchange('CONNECT', '/api/events'), transport: 'hub' }, rerun)).toBe(
      undefined,
    );
  });
});

it('a command quotes its words, and a replay command names audit and seed', () => {
  expect(splitShellWords(formatCommand('--manifest', "my target's.json"), {})).toEqual([
    '--manifest',
    "my target's.json",
  ]);
  expect(formatReplayCommand({ audit: 'values/one' }, createReport())).toBe(
    'npx scene-runtime conform --url http://127.0.0.1:1 --token-env ALPHA_TOKEN --only values/one --seed 42',
  );
});
