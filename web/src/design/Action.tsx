// A command in a row of them: an icon above a word.
import { Icon, type IconName } from './Icon';

interface Props {
  icon: IconName;
  /** The word under the icon. */
  text: string;
  /** The name in full, if the word is only its beginning. */
  label?: string;
  off?: boolean;
  onClick: () => void;
}

export function Action({ icon, text, label, off = false, onClick }: Props) {
  return (
    <button
      type="button"
      onClick={() => off || onClick()}
      aria-disabled={off} // and not disabled, which would take the focus from who has pressed it
      {...(label && { 'aria-label': label, title: label })}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}
