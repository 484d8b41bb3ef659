/** The parts of an HTTP response that a load generator needs. */
export interface ResponseSummary {
  readonly status: number;
  readonly bytes: number;
  /** The beginning of the body, for responses whose status is not 2xx. */
  readonly excerpt: string;
}

const maxExcerptBytes = 300;
const emptyBuffer = Buffer.alloc(0);

/**
 * Creates a reader that finds HTTP/1.1 responses in the chunks of one keep-alive socket, without keeping the bodies.
 * The reader supports Content-Length and chunked bodies, because a JSON service sends no other bodies.
 */
export const createHttpResponseReader = (
  onResponse: (response: ResponseSummary) => void,
): ((chunk: Buffer) => void) => {
  let expects: 'head' | 'body' | 'size' | 'part' | 'trailer' = 'head';
  let buffered = emptyBuffer;
  let remaining = 0;
  let status = 0;
  let bytes = 0;
  let excerpt = '';

  const finish = () => {
    expects = 'head';
    onResponse({ status, bytes, excerpt });
  };

  /** Consumes up to `remaining` bytes of the body and returns the position after them. */
  const consumeBody = (chunk: Buffer, from: number): number => {
    const to = Math.min(chunk.length, from + remaining);
    if (status >= 300 && excerpt.length < maxExcerptBytes)
      excerpt += chunk.toString('utf8', from, to).slice(0, maxExcerptBytes);
    remaining -= to - from;
    return to;
  };

  const startBody = (head: string): void => {
    status = Number(head.slice(9, 12));
    excerpt = '';
    bytes = 0;
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      expects = 'size';
      return;
    }
    remaining = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    bytes = remaining;
    if (remaining === 0) finish();
    else expects = 'body';
  };

  const consumeLine = (line: string): void => {
    if (expects === 'trailer') {
      if (line === '') finish();
      return;
    }
    const size = Number.parseInt(line, 16);
    bytes += size;
    remaining = size + 2;
    expects = size === 0 ? 'trailer' : 'part';
  };

  return (received) => {
    const chunk = buffered.length === 0 ? received : Buffer.concat([buffered, received]);
    buffered = emptyBuffer;
    let at = 0;
    while (at < chunk.length) {
      if (expects === 'body' || expects === 'part') {
        at = consumeBody(chunk, at);
        if (remaining > 0) return;
        if (expects === 'part') expects = 'size';
        else finish();
        continue;
      }
      const terminator = expects === 'head' ? '\r\n\r\n' : '\r\n';
      const end = chunk.indexOf(terminator, at, 'latin1');
      if (end === -1) {
        buffered = Buffer.from(chunk.subarray(at));
        return;
      }
      const text = chunk.toString('latin1', at, end);
      at = end + terminator.length;
      if (expects === 'head') startBody(text);
      else consumeLine(text);
    }
  };
};
