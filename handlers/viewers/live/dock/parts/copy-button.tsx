import { useLive } from '../../app/live.ts';

/** Puts a text onto the clipboard. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const { notices } = useLive();
  return (
    <button
      type="button"
      onClick={() =>
        void notices.attempt(async () => {
          await navigator.clipboard.writeText(text);
          notices.say('Copied.');
        })
      }
    >
      Copy
    </button>
  );
};
