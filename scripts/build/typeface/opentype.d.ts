/** The part of the font reader's API that is needed to generate the typeface. */
declare module 'opentype.js' {
  interface Command {
    readonly type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    readonly x: number;
    readonly y: number;
    readonly x1: number;
    readonly y1: number;
  }
  interface Glyph {
    /** Index of the glyph. 0 is the glyph for missing characters. */
    readonly index: number;
    readonly advanceWidth: number;
    readonly path: { readonly commands: readonly Command[] };
  }
  interface OpenFont {
    readonly unitsPerEm: number;
    readonly ascender: number;
    readonly descender: number;
    readonly tables: {
      readonly head: {
        readonly xMin: number;
        readonly xMax: number;
        readonly yMin: number;
        readonly yMax: number;
      };
      readonly post: { readonly underlinePosition: number; readonly underlineThickness: number };
    };
    charToGlyph(character: string): Glyph;
  }
  const opentype: { parse(file: ArrayBuffer): OpenFont };
  export default opentype;
}
