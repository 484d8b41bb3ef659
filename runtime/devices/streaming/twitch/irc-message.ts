/** A line that Twitch sends over IRC. */
export interface IrcMessage {
  readonly tags: ReadonlyMap<string, string>;
  /** The nickname of the sender, or an empty string if the line has no sender. */
  readonly nick: string;
  readonly command: string;
  readonly parameters: readonly string[];
}

const tagEscapes: Readonly<Record<string, string>> = { ':': ';', s: ' ', r: '\r', n: '\n' };

const unescapeTag = (text: string): string =>
  text.replace(/\\(.?)/g, (_, character: string) => tagEscapes[character] ?? character);

const parseTags = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').map((tag) => {
      const separatorIndex = tag.indexOf('=');
      return separatorIndex < 0
        ? [tag, '']
        : [tag.slice(0, separatorIndex), unescapeTag(tag.slice(separatorIndex + 1))];
    }),
  );

const messagePattern =
  /^(?:@(?<tags>\S+) +)?(?::(?<prefix>\S+) +)?(?<command>[A-Za-z]+|\d{3})(?<rest>(?: .*)?)$/s;

/** Parses a line. Returns `undefined` if the line is invalid. */
export const parseIrcMessage = (line: string): IrcMessage | undefined => {
  const { tags, prefix = '', command = '', rest = '' } = messagePattern.exec(line)?.groups ?? {};
  if (command === '') return undefined;
  const last = rest.indexOf(' :');
  const middle = (last < 0 ? rest : rest.slice(0, last)).split(' ').filter((word) => word !== '');
  return {
    tags: tags === undefined ? new Map() : parseTags(tags),
    nick: prefix.split('!')[0] ?? '',
    command: command.toUpperCase(),
    parameters: last < 0 ? middle : [...middle, rest.slice(last + 2)],
  };
};
