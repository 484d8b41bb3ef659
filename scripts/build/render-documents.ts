/**
 * Writes the committed documents. With `--check`, the script writes nothing and fails if a document differs from the
 * contract.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toGeneratorForm } from '#spec/contract/openapi-for-generators.ts';
import { renderAsyncApi } from '#spec/contract/render-asyncapi.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { renderCatalog } from '#spec/contract/render-catalog.ts';
import { renderNormative } from '#spec/contract/render-normative.ts';
import { renderRuntimeLink } from '#spec/contract/render-runtime-link.ts';
import { renderOpenApi } from '#spec/contract/render-openapi.ts';
import { errors } from '#spec/errors.ts';
import { events } from '#spec/events.ts';
import { hub } from '#spec/hub.ts';
import { operations } from '#spec/rest/index.ts';

const documentsFolder = new URL('../../spec/documents/', import.meta.url);

const readText = (url: URL): string | undefined => {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
};

/** Renders all committed documents, keyed by file name. */
export const renderDocuments = (): Readonly<Record<string, string>> => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const openapi = renderOpenApi(operations, { version });
  const documents = {
    'openapi.json': toGeneratorForm(openapi),
    'openapi.normative.json': renderNormative(openapi, errors),
    'asyncapi.json': renderAsyncApi({ events, hub, version }),
    'runtime-link.schema.json': renderRuntimeLink(version),
    'catalog.json': renderCatalog(nodeTypes, version),
  };
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [name, `${JSON.stringify(document, null, 2)}\n`]),
  );
};

/** Lists the documents in a folder that differ from the contract or are missing. */
export const listOutdatedDocuments = (from: URL = documentsFolder): string[] =>
  Object.entries(renderDocuments())
    .filter(([name, text]) => readText(new URL(name, from)) !== text)
    .map(([name]) => name);

const main = (args: readonly string[]): number => {
  if (args.includes('--check')) {
    const drifted = listOutdatedDocuments();
    for (const name of drifted)
      console.error(`spec/documents/${name} differs from the contract. Run 'npm run documents'.`);
    return drifted.length === 0 ? 0 : 1;
  }
  const outdated = listOutdatedDocuments();
  for (const [name, text] of Object.entries(renderDocuments()))
    if (outdated.includes(name)) writeFileSync(new URL(name, documentsFolder), text);
  console.log(outdated.length === 0 ? 'All documents are up to date.' : `Written: ${outdated.join(', ')}`);
  return 0;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
