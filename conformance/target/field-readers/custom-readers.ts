import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../manifest.ts';
import { fieldNames, isFieldName } from './field-catalog.ts';
import type { FieldReader } from './jsonata-expression.ts';

/** The functions of a custom reader module, keyed by field. */
export type CustomReaders = Readonly<Record<string, FieldReader>>;

/**
 * Loads the module that the manifest names. Its default export or its named exports are functions, keyed by field, such
 * as `'port.direction': (port, { node }) => …`.
 * @throws UsageError if the module exports anything else
 */
export const loadCustomReaders = async (path: string, folder: string): Promise<CustomReaders> => {
  const refuse = (reason: string): never => {
    throw new UsageError(`choices.readers: ${path} ${reason}`);
  };
  const href = pathToFileURL(resolve(folder, path)).href;
  const module = (await import(href).catch((error: Error) =>
    refuse(`cannot be loaded: ${error.message}`),
  )) as Record<string, unknown>;
  const { default: defaultReaders = {}, ...named } = module;
  const readers = Object.entries({ ...(defaultReaders as object), ...named });
  for (const [key, reader] of readers) {
    if (!isFieldName(key)) refuse(`reads "${key}", which is not one of ${fieldNames.join(', ')}`);
    if (typeof reader !== 'function') refuse(`exports no function as "${key}"`);
  }
  return Object.fromEntries(readers) as CustomReaders;
};
