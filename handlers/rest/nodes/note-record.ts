import { type NoteContent, noteColors, noteFontSizes, noteFonts } from '#spec/note-styles.ts';

export const toNoteRecord = (note: NoteContent) => ({
  ...note,
  availableFonts: [...noteFonts],
  availableColors: [...noteColors],
  availableFontSizes: [...noteFontSizes],
});
