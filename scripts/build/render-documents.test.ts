import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Parser } from '@asyncapi/parser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listOutdatedDocuments, renderDocuments } from './render-documents.ts';

const committed = new URL('../../spec/documents/', import.meta.url);
const readDocument = (name: string): string => readFileSync(new URL(name, committed), 'utf8');

const copyDocuments = (): URL => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(committed, folder, { recursive: true });
  return pathToFileURL(`${folder}/`);
};

describe('the committed documents', () => {
  test.each(Object.entries(renderDocuments()))('%s is up to date with the contract', (name, text) => {
    expect(readDocument(name)).toBe(text);
  });

  test.each(['openapi.json', 'openapi.normative.json'])('%s is valid OpenAPI', async (name) => {
    const { openapi } = (await SwaggerParser.validate(JSON.parse(readDocument(name)))) as {
      openapi?: string;
    };
    expect(openapi).toBe('3.0.1');
  });

  test('asyncapi.json is valid AsyncAPI', async () => {
    const { document, diagnostics } = await new Parser().parse(readDocument('asyncapi.json'));
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(document?.version()).toBe('3.0.0');
  });
});

describe('outdated documents', () => {
  test('are not reported when there are none', () =>
    expect(listOutdatedDocuments(copyDocuments())).toEqual([]));

  test('are reported by name, both edited and missing ones', () => {
    const folder = copyDocuments();
    writeFileSync(new URL('asyncapi.json', folder), `${readDocument('asyncapi.json')} `);
    rmSync(new URL('openapi.json', folder));
    expect(listOutdatedDocuments(folder)).toEqual(['openapi.json', 'asyncapi.json']);
  });
});
