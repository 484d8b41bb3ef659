/** Describes an unexpected error of the kit in one line, with the place in the kit's source where it occurred. */
export const describeCrash = (error: unknown): string => {
  if (!(error instanceof Error)) return toLine(String(error));
  const place = /^\s+at (?:.*\()?(.*?\/)?([^/\s()]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[2];
  return toLine(`${error.name}: ${error.message}${place === undefined ? '' : ` (at ${place})`}`);
};

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
