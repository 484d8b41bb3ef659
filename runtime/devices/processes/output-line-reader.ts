/** Splits a program's output into lines, and limits the number of lines. */
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { OutputLine } from './process-device-types.ts';

/** The maximum number of UTF-16 code units per line. Longer lines are truncated. */
const maxLineLength = 2_000;
/** The maximum number of lines between two calls of `takeLines`. */
const maxLines = 50;

export interface OutputLineReader {
  /**
   * Reads a stream to its end even if lines are dropped, so that the program that writes to the stream is never
   * blocked.
   */
  readStream(stream: Readable, isError: boolean): void;
  /** Returns the lines since the last call, or `undefined` if there are no new lines. */
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
      const addText = (text: string): void => {
        let from = 0;
        for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
          add(startLine(text, from, end).replace(/\r$/, ''), isError);
          partialLine = '';
          from = end + 1;
        }
        partialLine = startLine(text, from, text.length);
      };
      stream.on('data', (bytes: Buffer) => addText(decoder.write(bytes)));
      stream.on('end', () => {
        addText(decoder.end());
        if (partialLine !== '') add(partialLine, isError);
      });
      // A broken pipe is treated like the end of the stream.
      stream.on('error', () => {});
    },
    takeLines() {
      if (lines.length === 0) return undefined;
      const batch = { lines, leftOut };
      lines = [];
      leftOut = 0;
      return batch;
    },
  };
};
