import { useLivePage } from '../app/live-page-context.ts';

export const CopyButton = ({ text }: { readonly text: string }) => {
  const { notices } = useLivePage();
  return (
    <button
      type="button"
      class="button"
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
