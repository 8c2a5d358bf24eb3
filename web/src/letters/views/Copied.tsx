// A long text for other people, with a button that copies it.
import { useSignal } from '@preact/signals';
import { words } from '../words/key';

export function Copied({ label, text, help = '' }: { label: string; text: string; help?: string }) {
  const w = words.value;
  const isCopied = useSignal(false);
  return (
    <div>
      <b>{label}</b>
      <p class="about">{help}</p>
      <p class="row">
        <code>{text}</code>
        <button
          type="button"
          class="small"
          aria-label={`${w.copy}: ${label}`}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(() => (isCopied.value = true))
          }
        >
          {w.copy}
        </button>
        <span role="status">{isCopied.value && w.copied}</span>
      </p>
    </div>
  );
}
