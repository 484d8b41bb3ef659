import { copyText } from '../app/copy-text.ts';
import { useLivePage } from '../app/live-page-context.ts';

export const CopyButton = ({ text }: { readonly text: string }) => {
  const { notices } = useLivePage();
  return (
    <button type="button" class="button" onClick={() => copyText(notices, text)}>
      Copy
    </button>
  );
};
