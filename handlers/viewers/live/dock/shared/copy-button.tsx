import { useLivePage } from '../../app/live-page-context.ts';

/** A button that copies text to the clipboard. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const { notices } = useLivePage();
  return (
    <button
      type="button"
      onClick={() =>
        void notices.runAndReport(async () => {
          await navigator.clipboard.writeText(text);
          notices.showInfo('Copied.');
        })
      }
    >
      Copy
    </button>
  );
};
