/**
 * Writes the typeface for text in the scene in the three.js format. The typeface contains the DejaVu Sans outlines for
 * Latin scripts, punctuation and common signs. The font's licence is written next to the typeface.
 * `npm run typeface:install` installs the font and its parser.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FontData } from 'three/addons/loaders/FontLoader.js';

const source = new URL('node_modules/dejavu-fonts-ttf/', import.meta.url);
const target = new URL('../../../runtime/scene/assets/fonts/', import.meta.url);

/**
 * Pairs of first and last code points: Basic Latin, Latin-1 and Latin Extended-A, then single characters after these
 * blocks.
 */
const characterRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
];
const extraCharacters = '…‰′″‹›€™←↑→↓↔−√∞≈≠≤≥◆●■▲▼★☆✓✗♥';

const characters = [
  ...characterRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  ),
  ...extraCharacters,
];

/** Generates the font in the three.js format. */
export const generateTypeface = async (): Promise<FontData> => {
  // Imported here, because the package is optional.
  const { default: opentype } = await import('opentype.js');
  const file = await readFile(new URL('ttf/DejaVuSans.ttf', source));
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  const glyphs: FontData['glyphs'] = {};
  for (const character of characters) {
    const { index, advanceWidth, path } = font.charToGlyph(character);
    if (index === 0) throw new Error(`The font has no '${character}'.`);
    // three.js expects the control points after the end point of a curve, and closes contours itself.
    const commands = path.commands.filter(
      ({ type, x, y }, i, { [i - 1]: previous }) =>
        type !== 'Z' && !(type === 'L' && previous?.x === x && previous.y === y),
    );
    const outline = commands.flatMap(({ type, x, y, x1, y1 }) => [
      type.toLowerCase(),
      ...(type === 'Q' ? [x, y, x1, y1] : [x, y]).map(Math.round),
    ]);
    const xs = commands.map(({ x }) => Math.round(x));
    glyphs[character] = {
      ha: Math.round(advanceWidth),
      x_min: xs.length > 0 ? Math.min(...xs) : 0,
      x_max: xs.length > 0 ? Math.max(...xs) : 0,
      o: outline.join(' '),
    };
  }
  const { head, post } = font.tables;
  return {
    glyphs,
    familyName: 'DejaVu Sans',
    ascender: font.ascender,
    descender: font.descender,
    underlinePosition: post.underlinePosition,
    underlineThickness: post.underlineThickness,
    boundingBox: { xMin: head.xMin, xMax: head.xMax, yMin: head.yMin, yMax: head.yMax },
    resolution: font.unitsPerEm,
    original_font_information: {},
  };
};

/** Reads the font's licence, which permits distribution of the font and therefore of the typeface. */
export const readTypefaceLicense = (): Promise<string> => readFile(new URL('LICENSE', source), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify(await generateTypeface(), null, 2)}\n`;
  await writeFile(new URL('dejavu-sans.json', target), text);
  await writeFile(new URL('LICENSE', target), await readTypefaceLicense());
}
