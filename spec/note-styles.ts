/** The styles available for a Note node (description: 'Note sub-resource of a Note node'; C-24). */
export const noteFonts = ['Sans', 'Serif', 'Mono', 'Handwriting'] as const;
export const noteColors = ['Yellow', 'Green', 'Blue', 'Pink', 'Orange', 'Grey', 'White'] as const;
export const noteFontSizes = [10, 12, 14, 18, 24, 32, 48] as const;

export interface NoteContent {
  readonly text: string;
  readonly font: (typeof noteFonts)[number];
  readonly color: (typeof noteColors)[number];
  readonly fontSize: (typeof noteFontSizes)[number];
}

export const defaultNote: NoteContent = { text: '', font: 'Sans', color: 'Yellow', fontSize: 14 };
