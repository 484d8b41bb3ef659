/** Ways to damage the file of a model, each for one part of it. */
import { close, open } from './testing-glb.ts';
import type { Document } from './testing-glb.ts';

type Damage = (file: Buffer) => Uint8Array;

export const toBytes =
  (change: (file: Buffer) => unknown): Damage =>
  (file) => {
    change(file);
    return file;
  };

export const toDocument =
  (change: (document: Document) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    change(document);
    return close(document, binary);
  };

export const toBinary =
  (change: (binary: Buffer, document: Document) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    change(binary, document);
    return close(document, binary);
  };

export const toText =
  (change: (json: string) => string): Damage =>
  (file) => {
    const { document, binary } = open(file);
    return close(change(JSON.stringify(document)), binary);
  };

/** Damages with the problem that each is refused for, by what they do. */
export type Damages = Readonly<Record<string, readonly [problem: string, damage: Damage]>>;
