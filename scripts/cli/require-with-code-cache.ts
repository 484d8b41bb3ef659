import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { runAfterStartup } from './after-startup.ts';

type CommonJsModule = (
  exports: object,
  require: NodeJS.Require,
  module: { readonly exports: object },
  filename: string,
  directory: string,
) => void;

/**
 * Loads a file as `require` does, with what V8 compiled of it in an earlier start, which leaves that behind: CPU
 * of a start on Node 20 goes from 372 to 245 ms, of a bare node:http 101.
 * @param file absolute path of a CommonJS file in ASCII
 * @param kept file for what is compiled, which nobody but the user may write
 * @param afterMs when it is written, from now; at the end of the process where that comes first
 */
export const requireWithCodeCache = (file: string, kept: string, afterMs?: number): object => {
  const source = readFileSync(file);
  const hash = createHash('sha256').update(source);
  const script = new Script(wrapSource(source), {
    filename: file,
    ...readCodeCache(kept, hash),
  });
  // V8 takes only what a V8 like itself has made.
  if (script.cachedDataRejected !== false) runAfterStartup(() => writeCodeCache(kept, hash, script), afterMs);
  const loaded = { exports: {} };
  const run = script.runInThisContext() as CommonJsModule;
  run(loaded.exports, createRequire(file), loaded, file, dirname(file));
  return loaded.exports;
};

const [opening, closing] = module
  .wrap('|')
  .split('|')
  .map((text) => Buffer.from(text)) as [Buffer, Buffer];

/** Put together as bytes: text that is put together is held twice. */
const wrapSource = (source: Buffer): string => Buffer.concat([opening, source, closing]).toString('latin1');

const digestLength = 32;

/** V8 checks of a source only its length, and a byte that has changed in what it compiled ends the process. */
const computeDigest = (source: Hash, compiled: Buffer): Buffer => source.copy().update(compiled).digest();

const readCodeCache = (kept: string, source: Hash): { readonly cachedData: Buffer } | undefined => {
  try {
    const bytes = readFileSync(kept);
    const cachedData = bytes.subarray(digestLength);
    return computeDigest(source, cachedData).equals(bytes.subarray(0, digestLength))
      ? { cachedData }
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Whole or not at all, since another start may be reading it. Where nothing can be written, each start compiles anew. Two that
 * end at once write the same file beside it: the digest tells if they garbled it.
 */
const writeCodeCache = (kept: string, source: Hash, script: Script): void => {
  const beside = `${kept}.new`;
  try {
    const compiled = script.createCachedData();
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    writeFileSync(beside, Buffer.concat([computeDigest(source, compiled), compiled]), { mode: 0o600 });
    renameSync(beside, kept);
  } catch {
    deleteFile(beside);
  }
};

const deleteFile = (file: string): void => {
  try {
    unlinkSync(file);
  } catch {}
};
