import type { Notices } from './notice-store.ts';

/** Copies a text to the clipboard, and says so, or why it could not be copied. */
export const copyText = (
  { runAndReport, showInfo }: Pick<Notices, 'runAndReport' | 'showInfo'>,
  text: string,
  notice = 'Copied.',
): void =>
  void runAndReport(async () => {
    await navigator.clipboard.writeText(text);
    showInfo(notice);
  });
