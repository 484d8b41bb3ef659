/** Reads the output of a program as lines, and limits how many are reported. */
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { OutputLine } from './process-device-types.ts';

/** UTF-16 code units of a line; longer lines are truncated. */
const maxLineLength = 2_000;
/** Lines between two calls of `takeLines`. */
const maxLines = 50;

export interface OutputLineReader {
  /** Reads a stream to its end as fast as it comes, so that output never blocks a program. */
  readStream(stream: Readable, isError: boolean): void;
  /** The lines since the last call; undefined when there are none. */
  takeLines(): { readonly lines: readonly OutputLine[]; readonly leftOut: number } | undefined;
}

export const createOutputLineReader = (): OutputLineReader => {
  let lines: OutputLine[] = [];
  let leftOut = 0;

  const add = (text: string, isError: boolean): void => {
    if (lines.length === maxLines) leftOut += 1;
    else lines.push({ text, isError });
  };

  return {
    readStream(stream, isError) {
      const decoder = new StringDecoder('utf8');
      let partialLine = '';
      const startLine = (text: string, from: number, end: number): string =>
        partialLine + text.slice(from, Math.min(end, from + maxLineLength - partialLine.length));
      const take = (text: string): void => {
        let from = 0;
        for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
          add(startLine(text, from, end).replace(/\r$/, ''), isError);
          partialLine = '';
          from = end + 1;
        }
        partialLine = startLine(text, from, text.length);
      };
      stream.on('data', (bytes: Buffer) => take(decoder.write(bytes)));
      stream.on('end', () => {
        take(decoder.end());
        if (partialLine !== '') add(partialLine, isError);
      });
      // a broken pipe counts as an ended one
      stream.on('error', () => {});
    },
    takeLines() {
      if (lines.length === 0) return undefined;
      const taken = { lines, leftOut };
      lines = [];
      leftOut = 0;
      return taken;
    },
  };
};
