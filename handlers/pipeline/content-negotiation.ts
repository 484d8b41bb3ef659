interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

const parseMediaRanges = (accept: string): readonly MediaRange[] =>
  accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
  });

/** Returns the most specific range that matches a media type (RFC 9110, 12.5.1). */
const findMediaRange = (mediaType: string, ranges: readonly MediaRange[]): MediaRange | undefined =>
  [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']
    .map((requested) => ranges.find(({ type }) => type === requested))
    .find((range) => range !== undefined);

/**
 * Whether a caller prefers an HTML page over JSON. A caller that accepts anything, such as curl, or that lists both
 * equally, gets JSON.
 */
export const prefersHtml = (accept: string | undefined): boolean => {
  if (accept === undefined) return false;
  const ranges = parseMediaRanges(accept);
  const page = findMediaRange('text/html', ranges);
  if (!page || page.type === '*/*' || page.quality === 0) return false;
  const json = findMediaRange('application/json', ranges);
  if (!json || page.quality > json.quality) return true;
  return page.quality === json.quality && json.type === '*/*';
};

/**
 * Returns the first encoding that the caller accepts (RFC 9110, 12.5.3).
 * @returns `undefined` if the body should stay uncompressed
 */
export const selectEncoding = <C extends string>(
  acceptEncoding: string | undefined,
  codings: readonly C[],
): C | undefined => {
  const ranges = parseMediaRanges(acceptEncoding ?? '');
  return codings.find((coding) => {
    const range = ranges.find(({ type }) => type === coding) ?? ranges.find(({ type }) => type === '*');
    return range !== undefined && range.quality > 0;
  });
};
