/** The layout of a text's characters. Lengths are in units of the font size. */
import { LimitExceededError } from '../limit-exceeded-error.ts';
import type { Font } from './font.ts';

/** The maximum number of characters of a text in the scene. */
export const maxCharacters = 1_000;

export type TextAlign = 'left' | 'center' | 'right';

interface PlacedCharacter {
  readonly character: string;
  readonly x: number;
  /** The y coordinate of the character's baseline: 0 in the first line, negative in the lines below. */
  readonly y: number;
}

interface TextLayout {
  readonly characters: readonly PlacedCharacter[];
  /** The width of the longest line. */
  readonly width: number;
  /** The height from the top of the first line to the bottom of the last line. */
  readonly height: number;
  readonly lines: number;
}

const tabStop = 4;

/** Characters whose width is zero, such as direction marks and joiners. */
const zeroWidthPattern = /^[\p{Cc}\p{Cf}]$/u;

/** Blank characters, each of which is as wide as a space. */
const blankPattern = /^\p{Zs}$/u;

interface TextLine {
  readonly characters: readonly { readonly character: string; readonly x: number }[];
  readonly width: number;
}

const layoutLine = (font: Font, line: string): TextLine => {
  const space = font.getAdvance(' ');
  const characters: { character: string; x: number }[] = [];
  let x = 0;
  for (const character of line) {
    if (character === '\t') x = (Math.floor(x / space / tabStop + 1e-9) + 1) * tabStop * space;
    else if (blankPattern.test(character)) x += space;
    else if (!zeroWidthPattern.test(character)) {
      characters.push({ character, x });
      x += font.getAdvance(character);
    }
  }
  return { characters, width: x };
};

/** How far each line is shifted, as a fraction of its width. */
const alignmentShifts: Readonly<Record<TextAlign, number>> = { left: 0, center: -0.5, right: -1 };

/**
 * Lays out a text of one or more lines, from left to right without kerning.
 * @param align the part of each line that is at x = 0: its left end, its centre or its right end
 * @param lineSpacing the distance between baselines, as a multiple of the font's line height
 * @throws LimitExceededError for more than `maxCharacters`
 */
export const layoutText = (font: Font, text: string, align: TextAlign, lineSpacing: number): TextLayout => {
  const characterCount = [...text].length;
  if (characterCount > maxCharacters) {
    throw new LimitExceededError(
      `The text has ${characterCount} of at most ${maxCharacters} characters. Shorten it.`,
      maxCharacters,
    );
  }
  // Letters and accents may be separate characters in the text, but the font only has the composed characters.
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => layoutLine(font, line));
  const lineHeight = (font.ascender - font.descender) * lineSpacing;
  return {
    characters: lines.flatMap(({ characters, width }, index) =>
      characters.map(({ character, x }) => ({
        character,
        x: x + alignmentShifts[align] * width,
        y: index === 0 ? 0 : -index * lineHeight,
      })),
    ),
    width: Math.max(...lines.map(({ width }) => width)),
    height: font.ascender - font.descender + (lines.length - 1) * lineHeight,
    lines: lines.length,
  };
};
