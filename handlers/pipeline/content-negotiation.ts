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

/** The most specific range of a list that covers a media type decides about it (RFC 9110, 12.5.1). */
const findMediaRange = (mediaType: string, ranges: readonly MediaRange[]): MediaRange | undefined =>
  [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']
    .map((wanted) => ranges.find(({ type }) => type === wanted))
    .find((range) => range !== undefined);

/**
 * Whether a caller would rather have a page than JSON. Who only takes anything, as command-line clients do, or likes
 * both the same by name, gets JSON.
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

/** The first of the codings that a caller takes (RFC 9110, 12.5.3); undefined when what is sent had better be as it is. */
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
